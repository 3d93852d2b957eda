import type { Knex } from 'knex';
import { engineOf } from '../db/dialect.ts';
import type { Migration } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import { createPostgresSchema, postgresSchemaVersion } from '../db/postgres-schema/schema.ts';

/**
 * Databases of earlier versions of the program, with data in every table: the migrations create each schema, and the
 * rows below are inserted as soon as there is a table for them. Rows have the columns of that version, and no others.
 */

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const at = Date.UTC(2026, 0, 1);
const later = Date.UTC(2040, 0, 1);
/** The same number, the same id. */
const id = (number: number) => number.toString(16).padStart(32, '0');
const hash = 'ab'.repeat(32);

const ann = id(1);
const session = id(2);
const open = id(3);
const draft = id(4);
const bundled = id(5);
const bundle = id(6);
const file = id(7);
const removedBlob = id(8);
const webhook = id(9);

const share = (key: string, changes: Record<string, unknown> = {}) => {
  const times = { created_at: at, completed_at: at, active_at: at };
  return {
    key,
    id: `share-${key}`,
    id_key: `share-${key}`,
    state: 'active',
    expiration: 'never',
    ...times,
    ...changes,
  };
};
const fileOf = (key: string, changes: Record<string, unknown> = {}) => {
  return {
    id: file,
    share_key: key,
    path: 'notes.txt',
    size: 7,
    sha256: hash,
    crc32: 0,
    created_at: at,
    ...changes,
  };
};

/** Bytes of the files that the rows name, by the ids of their blobs. */
export const historicBlobs: Readonly<Record<string, number>> = { [file]: 7, [bundle]: 10, [removedBlob]: 5 };

/** By the step after which they are inserted. A step that creates a table needs a row here: a test checks it. */
const history: Readonly<Record<string, Rows>> = {
  '0001-initial': {
    users: [
      {
        id: ann,
        username: 'Ann',
        username_key: 'ann',
        email: 'Ann@example.org',
        email_key: 'ann@example.org',
        password_hash: 'hash',
        is_admin: 1,
        created_at: at,
      },
    ],
    sessions: [
      {
        id: session,
        user_id: ann,
        refresh_hash: hash,
        spent_tokens: '[]',
        user_agent: 'Firefox',
        rotated_at: at,
        created_at: at,
        expires_at: later,
      },
    ],
    config: [{ key: 'general.appName', value: 'Files of Ann', updated_at: at }],
    instance: [{ key: 'setup_finished', value: new Date(at).toISOString() }],
    shares: [
      share(open, { owner_id: ann, name: 'Été', size: 7, file_count: 1, views: 3 }),
      share(draft, {
        state: 'draft',
        completed_at: null,
        declared_size: 9,
        reserved_size: 9,
        reserved_count: 1,
      }),
    ],
    share_grants: [
      { token_hash: hash, share_key: open, password_version: 0, created_at: at, expires_at: later },
    ],
    files: [fileOf(open)],
    uploads: [
      {
        id: id(10),
        share_key: draft,
        path: 'a',
        length: 9,
        state: 'receiving',
        created_at: at,
        active_at: at,
      },
    ],
  },
  '0002-transfer': {
    shares: [share(bundled, { size: 10, file_count: 2 })],
    files: [
      fileOf(bundled, { id: id(11), path: 'a', size: 6, pack_id: bundle, pack_offset: 0 }),
      fileOf(bundled, { id: id(12), path: 'b', size: 4, pack_id: bundle, pack_offset: 6 }),
    ],
    uploads: [
      {
        id: bundle,
        share_key: bundled,
        path: '',
        length: 99,
        state: 'committed',
        created_at: at,
        active_at: at,
        kind: 'bundle',
        file_count: 2,
        content_size: 10,
      },
    ],
  },
  '0003-archives': {
    archives: [
      {
        share_key: open,
        state: 'failed',
        files_version: 1,
        level: 6,
        attempts: 3,
        due_at: at,
        progress_at: at,
        created_at: at,
      },
    ],
  },
  '0005-accounts': {
    recovery_codes: [{ user_id: ann, code_hash: hash }],
    login_tokens: [{ token_hash: hash, user_id: ann, password_mark: 'mark', expires_at: later }],
    account_links: [{ user_id: ann, purpose: 'reset', token_hash: hash, expires_at: later }],
    api_keys: [
      { id: id(1), user_id: ann, name: 'ci', secret_hash: hash, scopes: '["admin"]', created_at: at },
    ],
    throttles: [{ key: 'sign-in', hits: 2, ends_at: later, noted: 0 }],
    audit: [{ at, action: 'session.create', result: 'ok', actor_id: ann, actor_name: 'Ann', details: '{}' }],
    outbox: [
      {
        id: id(1),
        user_id: ann,
        kind: 'invitation',
        recipient: 'bob@example.org',
        state: 'sent',
        due_at: at,
        expires_at: later,
        created_at: at,
        sent_at: at,
      },
    ],
  },
  '0006-shares': {
    reverse_shares: [{ id: id(1), owner_id: ann, token_hash: hash, token: 'sealed', created_at: at }],
    shares: [share(id(13), { reverse_share_id: id(1), dead_size: 5, name: 'B', name_key: 'b' })],
    blob_removals: [{ blob_id: removedBlob, share_key: id(13), size: 5 }],
    share_recipients: [
      { share_key: open, email_key: 'b@example.org', email: 'b@example.org', state: 'sent', changed_at: at },
    ],
    file_downloads: [{ file_id: file, share_key: open, downloads: 4, last_at: at }],
  },
  '0007-administration': {
    instance_files: [{ name: 'logo', version: '1', content: Buffer.from([0, 255]), updated_at: at }],
    config_locks: [{ key: 'general.appUrl', value: 'https://files.example.org' }],
    daily_figures: [{ day: '2025-12-31', name: 'shares', value: 2 }],
  },
  '0008-social-sign-in': {
    social_accounts: [
      { provider: 'oidc', issuer: 'https://id.example.org', subject: '1', user_id: ann, created_at: at },
    ],
    oauth_flows: [
      { state_hash: hash, browser_hash: hash, provider: 'oidc', user_id: ann, expires_at: later },
    ],
    program_codes: [{ code_hash: hash, session_id: session, code_challenge: 'x', expires_at: later }],
  },
  '0011-thumbnails': {
    thumbnails: [{ file_id: file, share_key: open, state: 'failed', attempts: 3, due_at: at }],
  },
  '0014-pieces': {
    blobs: [{ key: 'k', place: 'files', id: id(14), state: 'stored', size: 5, fence: 1, modified_at: at }],
    pieces: [{ blob_key: 'k', start: 0, size: 5, key: 'object', sha256: hash, crc32: 0 }],
    object_removals: [{ key: 'old object', due_at: later }],
  },
  '0019-workload-identities': {
    workload_identities: [
      {
        id: id(1),
        name: 'ci',
        user_id: ann,
        issuer: 'https://ci.example.org',
        audience: 'files',
        claims: '{}',
        scopes: '[]',
        created_at: at,
      },
    ],
  },
  '0021-backups': {
    backups: [
      { id: id(1), kind: 'create', target: '/backup', is_scheduled: 1, started_at: at, finished_at: at },
    ],
  },
  '0022-imports': {
    imported_rows: [{ source: 'pingvin', kind: 'share', old_id: '1', new_id: open, imported_at: at }],
    old_links: [{ link_hash: hash, target_id: file }],
  },
  '0023-notifications': {
    webhooks: [
      {
        id: webhook,
        name: 'chat',
        kind: 'webhook',
        destination: 'sealed',
        events: '[]',
        is_enabled: 1,
        created_at: at,
      },
    ],
    webhook_deliveries: [
      {
        id: id(1),
        webhook_id: webhook,
        user_id: ann,
        event: 'share.created',
        payload: '{}',
        state: 'sent',
        due_at: at,
        created_at: at,
      },
    ],
    owner_mails: [
      { user_id: ann, first_download: 1, daily_downloads: 0, expires_tomorrow: 1, digest_at: at },
    ],
    share_notices: [{ share_key: open, told_downloads: 4 }],
  },
};

/** The first step that a database of this engine can have ended with. */
const firstStep = (q: Knex) => (engineOf(q) === 'sqlite' ? '0001-initial' : postgresSchemaVersion);

/** The steps after each of which there was a version of the program, in order. */
export function releasedSteps(q: Knex): string[] {
  return migrations.map(({ name }) => name).filter((name) => name >= firstStep(q));
}

/** Takes a database one version further, with the rows of that version. An empty one gets the first version. */
export async function advanceTo(q: Knex, step: string): Promise<void> {
  await q.transaction(async (trx) => {
    if (engineOf(q) === 'postgres' && step === postgresSchemaVersion) await createPostgresSchema(trx);
    else await migrationNamed(step).up(trx);
    const isFirst = step === firstStep(q);
    if (isFirst) await trx.raw('create table migrations (name text primary key, applied_at bigint not null)');
    const steps = migrations
      .map(({ name }) => name)
      .filter((name) => (isFirst ? name <= step : name === step));
    await trx('migrations').insert(steps.map((name) => ({ name, applied_at: at })));
    for (const one of steps) {
      for (const [table, rows] of Object.entries(history[one] ?? {})) {
        // One by one: they have different columns.
        for (const row of rows) await trx(table).insert(row);
      }
    }
    // On SQLite, 0002 does this for the upload of 0001.
    if (steps.length > 1)
      await trx('uploads')
        .where({ content_size: 0 })
        .update({ content_size: trx.ref('length') });
  });
}

function migrationNamed(step: string): Migration {
  const found = migrations.find(({ name }) => name === step);
  if (!found) throw new Error(`no migration ${step}`);
  return found;
}
