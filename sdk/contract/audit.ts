import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Cursor, queryInteger, Timestamp, UserId } from './formats/primitives.ts';

/** The actions that the audit log records. The part before the dot names the subject. */
export const auditActions = [
  'setup.claim',
  'session.sign_in',
  'session.sign_out',
  'session.end',
  'session.token_reuse',
  'account.sign_up',
  'account.confirm',
  'account.password_change',
  'account.password_reset_request',
  'account.password_reset',
  'account.email_change_request',
  'account.email_change',
  'account.username_change',
  'account.display_name_change',
  'account.social_link',
  'account.social_unlink',
  'account.remove',
  'totp.enable',
  'totp.disable',
  'totp.recovery_code_use',
  'totp.recovery_codes_renew',
  'api_key.create',
  'api_key.revoke',
  'workload_identity.create',
  'workload_identity.remove',
  'user.create',
  'user.invite',
  'user.update',
  'user.role_change',
  'user.disable',
  'user.enable',
  'user.password_set',
  'user.sessions_end',
  'user.totp_remove',
  'user.remove',
  'config.change',
  'config.setup_finish',
  'config.mail_test',
  'config.directory_test',
  'config.key_rotate',
  'share.create',
  'share.complete',
  'share.update',
  'share.append',
  'share.file_remove',
  'share.remove',
  'reverse_share.create',
  'reverse_share.update',
  'reverse_share.remove',
  'malware.find',
  'malware.release',
  'webhook.create',
  'webhook.update',
  'webhook.disable',
  'webhook.remove',
  'job.run',
  'job.clock_confirm',
  'throttle.hit',
] as const;

/** What the audit log records. */
export const AuditAction = z.enum(auditActions);
export type AuditAction = z.output<typeof AuditAction>;

/** An entry of the audit log. */
export const AuditEntry = z.strictObject({
  id: z.int(),
  at: Timestamp,
  action: AuditAction,
  /** `refused`: the action was attempted but not allowed. */
  result: z.enum(['done', 'refused']),
  /** The user who did it; null: nobody was signed in. The name of a deleted account is a pseudonym. */
  actor: z.nullable(z.strictObject({ id: UserId, name: z.string() })),
  /** The API key, or the workload identity, that was used; or null. */
  apiKeyId: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /**
   * The subject of the action: a user, share, key, or the names of configuration variables. A share has the name it
   * has now, in the list only.
   */
  subject: z.nullable(z.strictObject({ id: z.string(), name: z.nullable(z.string()) })),
  /** More details, such as the reason for a refusal. They never contain a secret. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

function isActionOrSubject(text: string): boolean {
  return auditActions.some((action) => action === text || action.startsWith(`${text}.`));
}

const filter = {
  /** A whole action (`session.sign_in`) or only its subject (`session`). */
  action: z.optional(z.string().check(z.refine(isActionOrSubject, 'invalid'))),
  result: z.optional(z.enum(['done', 'refused'])),
  /** Part of the name of the actor or the subject. */
  search: z.optional(z.string().check(z.maxLength(100))),
  since: z.optional(Timestamp),
  until: z.optional(Timestamp),
};

export const audit = {
  list: defineEndpoint({
    method: 'GET',
    path: '/audit',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List audit log entries, newest first',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      ...filter,
    }),
    response: z.strictObject({ entries: z.array(AuditEntry), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/audit/export',
    access: 'admin',
    apiKey: 'admin',
    kind: 'stream',
    mediaType: 'application/x-ndjson',
    summary: 'Export the whole audit log as JSON Lines (`application/x-ndjson`), oldest first',
    query: z.strictObject(filter),
    errors: [],
  }),
};
