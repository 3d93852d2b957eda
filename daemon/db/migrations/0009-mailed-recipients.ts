import type { Migration } from '../migrate.ts';

const statements = [
  // Number of mails sent about the share: its limit also counts recipients who have been removed since.
  'alter table shares add column mailed_count integer not null default 0',
  `update shares set mailed_count = (
    select count(*) from share_recipients where share_key = shares.key and state <> 'waiting')`,
];

export const mailedRecipients: Migration = {
  name: '0009-mailed-recipients',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
