import type { State } from './prepared.ts';

/** What the test of the examples prepares for them, and which it does not run. */

/** Examples or whole commands that are not run, and why. */
export const notRun: Readonly<Record<string, string>> = {
  serve: 'does not end; every end-to-end test starts it',
  init: 'needs an instance without an administrator',
  'rotate-key': 'needs a server that is stopped',
  'import pingvin': 'needs the data of another program',
  'import palmr': 'needs the data of another program',
  'fileshare backup create sftp://backup@nas.example.org/volume1/fileshare --key-to /root/fileshare.key':
    'needs an SFTP server',
  'fileshare backup create s3://backup-bucket/fileshare --json': 'needs a bucket',
  'fileshare backup list': 'needs a configured target',
  'fileshare backup verify --deep': 'needs a configured target',
  'fileshare backup prune /backup/fileshare --remove 20260131T023000Z': 'needs the ID of a snapshot',
  'backup restore': 'needs an empty data folder',
  'fileshare login files.example.org --web': 'opens a browser',
  dashboard: 'draws on a terminal until a key is pressed',
  'share open': 'opens a browser',
  'admin storage move': 'needs a bucket',
  'admin database move': 'needs PostgreSQL',
  'admin webhooks test': 'sends to the server of another',
  'admin webhooks redeliver': 'needs a delivery that a server of another has refused',
  'admin quarantine release': 'needs malware and a scanner',
  'admin quarantine remove': 'needs malware and a scanner',
  'admin ldap test': 'needs a directory',
};

interface Needs {
  states?: readonly State[];
  /** What a person answers, in this order; `PASSWORD` stands for that of the account. */
  answers?: readonly string[];
}

const share: Needs = { states: ['shares'] };
const reverseShare: Needs = { states: ['reverseShares'] };

export const needs: Readonly<Record<string, Needs>> = {
  login: { answers: ['admin', 'PASSWORD'] },
  download: share,
  sync: { ...share, answers: ['y'] },
  watch: share,
  info: share,
  'share show': share,
  'share edit': share,
  'share add': share,
  'share remove-file': { ...share, answers: ['y'] },
  'share qr': share,
  'share delete': { ...share, answers: ['y'] },
  'reverse-share show': reverseShare,
  'reverse-share edit': reverseShare,
  'reverse-share close': reverseShare,
  'reverse-share open': reverseShare,
  'reverse-share delete': { ...reverseShare, answers: ['y'] },
  'reverse-share pull': reverseShare,
  'key create': { answers: ['PASSWORD'] },
  'key revoke': { states: ['keys'], answers: ['y'] },
  'fileshare config unset smtp.host smtp.email --local': { states: ['noMail'] },
  'admin users invite': { states: ['invited'] },
  'admin users create': { answers: ['correct horse battery', 'correct horse battery'] },
  'admin users edit': {
    states: ['users'],
    answers: ['correct horse battery', 'correct horse battery'],
  },
  'admin users delete': { states: ['users'], answers: ['y'] },
  'admin workloads create': { states: ['users'], answers: ['PASSWORD'] },
  'admin workloads delete': { states: ['users', 'workloads'], answers: ['y'] },
  'admin webhooks update': { states: ['webhooks'] },
  'admin webhooks remove': { states: ['webhooks'], answers: ['y'] },
  'admin webhooks deliveries': { states: ['webhooks'] },
  'admin shares list': { states: ['users'] },
  'admin shares show': share,
  'admin shares delete': { ...share, answers: ['y'] },
};
