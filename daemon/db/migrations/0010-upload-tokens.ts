import type { Migration } from '../migrate.ts';

/** An upload token alone identifies its share. */
const statements = [
  'create index shares_upload_token on shares(upload_token_hash) where upload_token_hash is not null',
];

export const uploadTokens: Migration = {
  name: '0010-upload-tokens',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
