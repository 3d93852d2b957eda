import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIdTokens } from '../../daemon/testing/providers/id-tokens.ts';
import { startServer, type TestServer } from '../../sdk/testing/http-server.ts';
import { admin, executable } from './server.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

/** What a CI system is for its jobs: it signs tokens, publishes its keys, and answers like GitHub Actions. */
let system: TestServer;
let workspace: Workspace;
let folder: string;
const idTokens = createIdTokens('unused');

const tokenFor = (audience: string) => {
  const now = Math.floor(Date.now() / 1000);
  const job = { sub: 'job', repository: 'acme/app', ref: 'refs/heads/main' };
  return idTokens.sign({ ...job, iss: system.url, aud: audience, iat: now, exp: now + 60 });
};

/** The section of the guide below a heading. */
function sectionOf(guide: string, heading: string): string {
  const [, rest = ''] = guide.split(`\n${heading}\n`);
  return rest.split(/\n#+ /)[0] ?? '';
}

/** The commands of a job, without those that get the program and build the project. */
function commandsIn(section: string): string {
  const shell = /```sh\n([\s\S]*?)```/.exec(section)?.[1];
  const steps = [...section.matchAll(/^ +- (?:run: )?((?:fileshare|curl) .*)$/gm)].map(
    ([, command]) => command,
  );
  return shell ?? steps.join('\n');
}

let guide: string;
beforeAll(async () => {
  system = await startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', system.url);
    const answers: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: system.url, jwks_uri: `${system.url}/keys` },
      '/keys': { keys: [idTokens.publicJwk] },
      '/token': { value: tokenFor(searchParams.get('audience') ?? '') },
    };
    response.end(JSON.stringify(answers[pathname]));
  });
  workspace = await createWorkspace({ FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true' });
  folder = workspace.folder;
  guide = await readFile('docs/guide/ci.md', 'utf8');
  await writeFiles(folder, { 'dist/app.js': 'built', 'app.tar.gz': 'packed' });
  await mkdir(path.join(folder, 'bin'));
  const program = path.join(folder, 'bin', 'fileshare');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`);
  await chmod(program, 0o755);
});
afterAll(async () => {
  await workspace.remove();
  await system.close();
});

/** Runs commands as a CI system does; returns what they wrote, also into the summary of GitHub Actions. */
async function runCommands(commands: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-ec', `: > summary\n${commands}\ncat summary`], {
    cwd: folder,
    env: {
      ...env,
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
      GITHUB_STEP_SUMMARY: 'summary',
    },
  });
  child.stdin.end(`${admin.password}\n`);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${commands}\n${errors}`);
  return output;
}

const link = /http:\/\/127\.0\.0\.1:\d+\/s\/\w+/;

describe('the guide to continuous integration works', () => {
  let key: string;
  beforeAll(async () => {
    const create = commandsIn(sectionOf(guide, '## With an API key'));
    key = await runCommands(`${create.trim()} --password-stdin`, workspace.env);
  });

  it.each(['### GitHub Actions with a key', '### GitLab CI with a key', '### Any shell with a key'])(
    '%s',
    async (heading) => {
      const env = { ...workspace.strangerEnv(), FILESHARE_TOKEN: key.trim() };
      expect(await runCommands(commandsIn(sectionOf(guide, heading)), env)).toMatch(link);
    },
  );
});

describe('the guide works without a stored secret', () => {
  beforeAll(async () => {
    const create = commandsIn(sectionOf(guide, '## Without a stored secret'));
    const issuer = 'https://token.actions.githubusercontent.com';
    const commands = create.trim().replace(`--issuer ${issuer}`, `--issuer ${system.url}`);
    await runCommands(`${commands} --password-stdin`, workspace.env);
  });

  let env: NodeJS.ProcessEnv;
  beforeEach(() => {
    env = workspace.strangerEnv();
  });

  it('### GitHub Actions without a secret', async () => {
    const job = {
      ...env,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${system.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
    };
    const commands = commandsIn(sectionOf(guide, '### GitHub Actions without a secret'));
    expect(await runCommands(commands, job)).toMatch(link);
  });

  it.each(['### GitLab CI without a secret', '### Any shell without a secret'])('%s', async (heading) => {
    const job = { ...env, FILESHARE_WORKLOAD_TOKEN: tokenFor(workspace.server.url) };
    expect(await runCommands(commandsIn(sectionOf(guide, heading)), job)).toMatch(link);
  });
});
