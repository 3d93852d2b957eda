import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCalls } from '../../../../cli/testing/shell-line.ts';

/** What commands find, and the commands that make the rest of it. */

/** Below the folder in which they run; those of other folders of the disk, too. */
const files: Readonly<Record<string, string>> = {
  'report.pdf': 'report',
  'photos/one.jpg': 'one',
  'photos/two.raw': 'two',
  'more/three.jpg': 'three',
  'drafts/final.pdf': 'final',
  'drafts/first.pdf': 'first',
  'site/index.html': '<!doctype html>',
  'site/site.map': '{}',
  'Screenshots/one.png': 'one',
  'srv/contracts/one.pdf': 'one',
  'srv/scans/one.pdf': 'one',
  'backup/readme.txt': 'disk',
  'password.txt': 'correct horse battery staple\n',
  'token.txt': 'syt_token\n',
};

/** Returns a folder with these files. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-commands-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

/** Commands that make what is to be there. */
const prepared = {
  shares: [
    'fileshare upload photos report.pdf drafts --id AbCdEf',
    'fileshare upload photos --id GhIjKl',
    'fileshare upload photos/two.raw drafts report.pdf --id holiday-2030 --to bob@example.org',
    'fileshare upload report.pdf --id backups',
  ],
  reverseShares: [
    'fileshare reverse-share delete Invoices --yes',
    'fileshare reverse-share delete Applications --yes',
    'fileshare reverse-share create --name Invoices',
    'fileshare reverse-share create --name Applications',
  ],
  keys: [
    'fileshare key revoke ci --yes',
    'fileshare key revoke laptop --yes',
    'fileshare key create ci --scope shares:write --password-stdin',
    'fileshare key create laptop --scope shares:write --password-stdin',
  ],
  invited: ['fileshare admin users create mia mia@example.org'],
  noMail: ['fileshare config set email.enableShareEmailRecipients=false smtp.enabled=false'],
  users: [
    'fileshare admin users create mia mia@example.org --password=generate',
    'fileshare admin users create bob bob@example.org --password=generate',
    'fileshare admin users create ann ann@example.org --password=generate',
    'fileshare admin users create builds builds@example.org --password=generate',
  ],
  workloads: [
    'fileshare admin workloads delete releases --yes',
    'fileshare admin workloads delete nightly --yes',
    'fileshare admin workloads create releases --user builds --issuer https://gitlab.com --claim project_path=acme/app --scope shares:write --password-stdin',
    'fileshare admin workloads create nightly --user builds --issuer https://gitlab.com --claim project_path=acme/app --scope shares:write --password-stdin',
  ],
  webhooks: [
    'fileshare admin webhooks remove crm --yes',
    'fileshare admin webhooks remove phone --yes',
    'fileshare admin webhooks create crm --kind standard --url https://crm.example.org/hooks/files --event user.created',
    'fileshare admin webhooks create phone --kind ntfy --url https://ntfy.sh/my-topic --event storage.low',
  ],
} as const;

export type State = keyof typeof prepared;

export interface Preparations {
  /** Makes what is not there. */
  prepare(states: readonly State[]): Promise<void>;
  /** Commands have changed what was prepared. */
  forget(): void;
}

export function createPreparations(run: (words: readonly string[]) => Promise<unknown>): Preparations {
  const ready = new Set<State>();
  return {
    async prepare(states) {
      for (const state of states) {
        if (ready.has(state)) continue;
        ready.add(state);
        for (const line of prepared[state]) {
          // What is already there refuses to be made again.
          for (const { words } of readCalls(line)) await run(words);
        }
      }
    },
    forget: () => ready.clear(),
  };
}
