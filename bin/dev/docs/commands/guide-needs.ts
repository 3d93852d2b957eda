import { writePng } from '../../../../daemon/testing/png.ts';
import type { State } from './prepared.ts';

/** What the commands of the guides take for granted. */

export interface Needs {
  states?: readonly State[];
  /** Commands of a shell that make what else is to be there. */
  before?: string;
  /** What a person answers, in this order; `PASSWORD` stands for that of the account. */
  answers?: readonly string[];
  /** What the command names, by what is there: text of the shell, such as a variable. */
  names?: Readonly<Record<string, string>>;
  /** What it says. */
  prints?: RegExp;
}

interface PageNeeds {
  /** It changes what other guides rely on. */
  isAlone?: boolean;
  /** Variables of the server. */
  env?: Readonly<Record<string, string>>;
  names?: Readonly<Record<string, string>>;
}

const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const share: Needs = { states: ['shares'] };
const repository = process.cwd();
const logo = writePng({ width: 64 }).toString('base64');

/** An instance whose server is not running. */
const stopped = [
  'fileshare backup create ~/saved',
  'fileshare backup restore ~/saved --key-from "$FILESHARE_DATA_DIR/secret.key" --data-dir ~/stopped',
].join('\n');

/** Starts the receiver of the guide, with the secret of the webhook. */
const receiver = `
answer=$(fileshare admin webhooks create crm --kind standard --url "http://127.0.0.1:$RECEIVER_PORT/" --event user.created --json)
WEBHOOK_SECRET=$(jq -r .secret <<< "$answer") node "$RECEIVER" > received.txt 2>&1 &
trap "kill $!" EXIT
for try in {1..200}; do curl -so /dev/null "http://127.0.0.1:$RECEIVER_PORT" && break; sleep 0.05; done`;

export const pageNeeds: Readonly<Record<string, PageNeeds>> = {
  'docs/guide/backup.md': {
    names: {
      'docker exec fileshare ': '',
      '1000:1000': `${uid}:${gid}`,
    },
  },
  'docs/guide/security.md': { names: { '/srv/fileshare': '$HOME/stopped' } },
  'docs/guide/upgrade.md': { names: { '/var/lib/fileshare': '$HOME/stopped' } },
  'docs/guide/malware-scan.md': { isAlone: true },
  'docs/guide/policies.md': { isAlone: true },
  'docs/guide/sign-in.md': { isAlone: true },
  'docs/guide/notifications.md': {
    isAlone: true,
    env: { FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true' },
    names: { 'https://crm.example.org/': 'http://127.0.0.1:$RECEIVER_PORT/' },
  },
  'docs/guide/install.md': {
    names: { '-o fileshare -g fileshare': `-o ${uid} -g ${gid}` },
  },
};

/** By command, without its comment. */
export const needs: Readonly<Record<string, Needs>> = {
  // README.md
  'fileshare login http://localhost:3000': { answers: ['admin', 'PASSWORD'] },
  'fileshare upload ./docs --expires 1d': {
    before: 'mkdir docs; echo notes > docs/notes.txt',
    prints: /\/s\/\w+/,
  },

  // accounts.md
  'fileshare key create ci --scope shares:read,shares:write --expires 90d': { answers: ['PASSWORD'] },
  'fileshare admin users list --search example.org': { prints: /admin@example\.org/ },
  'fileshare admin users create bob bob@example.org --password=generate --quota 10GB': { prints: /\S{12}/ },
  "fileshare admin audit --action session.sign_in --since 30d | jq -r '[.at, .actor.name, .ip] | @tsv'": {
    prints: /\tadmin\t127\.0\.0\.1/,
  },

  // backup.md
  'mkdir -p /backup/fileshare && chown 1000:1000 /backup/fileshare && chmod 700 /backup/fileshare': {
    before: 'mkdir -p /root/',
  },
  'mv /var/lib/private/fileshare /var/lib/private/fileshare.old': {
    before: 'mkdir -p /var/lib/private/fileshare /etc/; touch /etc/fileshare.env',
  },

  // cli.md
  'fileshare upload ./dir --expires 1d': { before: 'mkdir dir; echo one > dir/one.txt' },
  'fileshare watch /srv/scans --into LINK': { names: { LINK: 'https://files.example.org/s/GhIjKl' } },
  'fileshare download https://files.example.org/s/AbCdEf backup.tar --output - | tar x': {
    ...share,
    before: 'mkdir unpacked; tar cf backup.tar photos; fileshare share add AbCdEf backup.tar; cd unpacked',
  },
  'fileshare download https://files.example.org/s/AbCdEf project.tar.gz --extract': {
    ...share,
    before:
      'tar czf project.tar.gz photos; fileshare share add AbCdEf project.tar.gz; mkdir extracted; cd extracted',
    prints: /^project$/m,
  },
  'fileshare sync site "$URL" --delete': { before: 'echo more > site/more.txt', answers: ['y'] },
  'fileshare download https://files.example.org/s/AbCdEf --archive': {
    ...share,
    before: 'mkdir downloads; cd downloads',
  },
  'fileshare info https://files.example.org/upload/fsq_…': {
    before: 'INVITATION=$(fileshare reverse-share create --name Photos)',
    names: { 'https://files.example.org/upload/fsq_…': '"$INVITATION"' },
  },
  'curl -LOJ https://files.example.org/d/AbCdEf': { ...share, before: 'mkdir with-curl; cd with-curl' },
  'curl -L -u :PASSWORD -O https://files.example.org/d/AbCdEf/photos/one.jpg': {
    names: { ':PASSWORD': ':open-sesame' },
  },
  'wget -c https://files.example.org/d/AbCdEf/photos/one.jpg': { before: 'rm -f one.jpg' },
  'share=https://files.example.org/api/shares/AbCdEf': { ...share, before: 'mkdir with-api; cd with-api' },
  'curl -b jar -fOJ "$share/files/ID"': {
    names: { '/files/ID': '/files/$(curl -sS -b jar "$share/files" | jq -r ".files[0].id")' },
  },
  'fileshare list --sort size --search holiday': share,
  'fileshare key create ci --scope shares:write --expires 90d': {
    states: ['users'],
    before: 'fileshare key revoke ci --yes',
    answers: ['PASSWORD'],
  },

  // configure.md
  'fileshare config set smtp.password': { answers: ['the password'] },
  'TOKEN=$(curl -s https://files.example.org/api/auth/signIn -H \'Content-Type: application/json\' -d \'{"username":"admin","password":"…","transport":"token"}\' | jq -r .accessToken)':
    { names: { '…': 'correct horse battery' } },
  'fileshare config set legal.imprintText --file imprint.md': { before: 'echo Imprint > imprint.md' },
  'fileshare config set general.logo logo.png': { before: `echo ${logo} | base64 -d > logo.png` },

  // install.md
  'install -m 644 docs/guide/install/fileshare.service /etc/systemd/system/': {
    before: `mkdir -p /etc/systemd/system/ /usr/local/sbin/; cd ${repository}`,
  },
  'install -d -o fileshare -g fileshare -m 700 /backup/fileshare': {
    before: 'mkdir -p /etc/systemd/system/',
  },

  // malware-scan.md
  'fileshare config set malware.enabled true': { before: 'fileshare config set malware.address "$SCANNER"' },
  'fileshare doctor': { prints: /./ },

  // monitoring.md
  'fileshare key create prometheus --scope admin > fileshare.key': { answers: ['PASSWORD'] },

  // notifications.md
  'fileshare admin webhooks test crm': { before: receiver },

  // postgresql.md
  'sudo -u postgres createuser --pwprompt fileshare': {
    names: { 'sudo -u postgres ': '', '--pwprompt fileshare': '--pwprompt files' },
  },
  'sudo -u postgres createdb --owner fileshare --encoding UTF8 --template template0 fileshare': {
    names: { '--owner fileshare': '--owner files' },
  },
  "export PGPASSWORD='…'": { names: { "'…'": '"$PGPASSWORD"' } },
  'fileshare admin database move --to postgres://fileshare@db.example.org:5432/fileshare --dry-run': {
    names: { 'db.example.org:5432': '$PGHOST:$PGPORT' },
    prints: /shares/,
  },

  // scale-out.md
  'cd docs/guide/scale-out': {
    before: `mkdir -p docs/guide; cp -r ${repository}/docs/guide/scale-out docs/guide`,
  },

  // security.md
  'fileshare rotate-key --data-dir /srv/fileshare': { before: stopped, answers: ['y'] },
  'fileshare rotate-key --key-lost --data-dir /srv/fileshare': {
    before: 'rm ~/stopped/secret.key',
    answers: ['y'],
  },
  'curl -H "Authorization: Bearer $KEY" -O -J https://files.example.org/api/audit/export': {
    before: 'KEY=$(echo correct horse battery | fileshare key create audit --scope admin --password-stdin)',
  },

  // sign-in-providers.md
  'fileshare config set oauth.github-clientSecret': { answers: ['the secret'] },
  'fileshare config set oauth.oidc-clientSecret': { answers: ['the secret'] },
  'fileshare config set oauth.oidc-discoveryUri=https://new.example.org/.well-known/openid-configuration oauth.oidc-clientSecret':
    { answers: ['the secret'] },

  // sign-in.md
  'fileshare config set ldap.url=ldaps://directory.example.org ldap.searchBase=dc=example,dc=org': {
    before: 'fileshare config set ldap.caCertificate --file "$DIRECTORY_CERTIFICATE"',
    names: { 'ldaps://directory.example.org': '$DIRECTORY' },
  },
  'fileshare config set ldap.bindPassword': { answers: ['may only search'] },
  'fileshare admin ldap test ann': { prints: /uid=ann,ou=people,dc=example,dc=org/ },

  // upgrade.md
  'mkdir newer && mv fileshare.db* newer/': {
    before: [
      stopped,
      'cp ~/stopped/fileshare.db ~/stopped/fileshare.db.before-0023-notifications',
      'export FILESHARE_DATA_DIR=~/stopped',
    ].join('\n'),
  },
  'fileshare backup restore /backup/fileshare --snapshot 20260131T023000Z --key-from /srv/fileshare/secret.key --data-dir /srv/restored':
    {
      before: 'SNAPSHOT=$(fileshare backup create /backup/fileshare --json | jq -r .id)',
      names: { '20260131T023000Z': '$SNAPSHOT' },
    },
};
