import { configIssueCodes } from '../contract/config/issue-codes.ts';
import type { ErrorCode } from '../contract/errors.ts';

/** Errors by who can meet them; all others, and those with a number in their text, are for everybody. */
const errorsOf = {
  signIn: [
    'authorization_code_invalid',
    'directory_refused',
    'directory_unavailable',
    'login_token_invalid',
    'totp_unreadable',
    'totp_wrong',
  ],
  account: [
    'email_taken',
    'fresh_sign_in_required',
    'last_admin',
    'last_sign_in_method',
    'mail_disabled',
    'oauth_linked',
    'oauth_not_linked',
    'other_account',
    'password_managed',
    'password_too_common',
    'password_wrong',
    'registration_disabled',
    'session_not_found',
    'reverse_shares_disabled',
    'totp_enabled',
    'totp_mandatory',
    'totp_setup_required',
    'totp_not_enabled',
    'user_has_password',
    'user_not_found',
    'username_taken',
    'api_key_not_found',
    'api_key_scope',
    'api_key_invalid',
    'api_key_refused',
  ],
  sending: [
    'bundle_invalid',
    'checksum_mismatch',
    'file_exists',
    'file_path_invalid',
    'not_ready',
    'quota_exceeded',
    'reverse_share_closed',
    'reverse_share_not_found',
    'reverse_share_full',
    'reverse_share_used_up',
    'share_anonymous_disabled',
    'share_completed',
    'share_empty',
    'share_expiration_past',
    'share_expiration_too_late',
    'share_finish_failed',
    'share_id_taken',
    'share_needs_password',
    'share_recipient_limit',
    'share_recipients_disabled',
    'share_too_large',
    'storage_failed',
    'thumbnail_not_accepted',
    'thumbnail_unreadable',
    'tus_version_unsupported',
    'upload_checksum_mismatch',
    'upload_finished',
    'upload_header_invalid',
    'upload_locked',
    'upload_not_found',
    'upload_offset_conflict',
    'upload_too_long',
  ],
  administration: [
    'config_invalid',
    'config_locked',
    'config_unknown',
    'directory_base_missing',
    'directory_bind_refused',
    'directory_person_ambiguous',
    'directory_person_missing',
    'directory_search_refused',
    'directory_unencrypted',
    'directory_unreachable',
    'directory_untrusted',
    'cover_damaged',
    'cover_too_large',
    'cover_wrong_type',
    'folder_lock_missing',
    'job_not_found',
    'ldap_incomplete',
    'logo_damaged',
    'logo_not_png',
    'logo_not_square',
    'logo_too_large',
    'mail_refused',
    'malware_not_found',
    'secret_key_changed',
    'server_running',
    'setup_token_wrong',
    'smtp_incomplete',
    'webhook_delivery_not_found',
    'webhook_limit',
    'webhook_not_found',
    'workload_identity_name_taken',
    'workload_identity_not_found',
  ],
  /** The page sends no request that is answered so. */
  programs: [
    'api_key_required',
    'direct_link_password',
    'length_required',
    'malformed_request',
    'method_not_allowed',
    'precondition_failed',
    'range_not_satisfiable',
    'server_certificate',
    'server_not_https',
    'thumbnail_not_found',
    'uri_too_long',
    'unsupported_media_type',
    'workload_refused',
  ],
} as const satisfies Record<string, readonly ErrorCode[]>;

const errors = (part: keyof typeof errorsOf) => errorsOf[part].map((code) => `errors.${code}`);

/**
 * Texts that only some pages show: groups of the catalogues that are loaded with the code of these pages. Everything
 * else is loaded at once, for everybody.
 */
const textParts = [
  {
    name: 'signIn',
    groups: [
      'oauth.errors',
      'web.confirmEmail',
      'web.deadLink',
      'web.program',
      'web.signIn',
      'web.socialError',
      ...errors('signIn'),
    ],
  },
  {
    name: 'account',
    groups: [
      'web.account',
      'web.shares',
      'web.reverseShares',
      'web.signUp',
      'web.forgotPassword',
      'web.resetPassword',
      ...errors('account'),
    ],
  },
  { name: 'sending', groups: ['paths', 'web.home', 'web.upload', 'web.reverseUpload', ...errors('sending')] },
  {
    name: 'administration',
    groups: [
      'config',
      'outbound',
      'web.admin',
      'web.setup',
      ...errors('administration'),
      ...errors('programs'),
      'validation.claim_pattern',
      'validation.claims_malformed',
      'validation.claims_too_open',
      'validation.locale',
      'validation.not_url',
      'validation.outbound_blocked',
      'validation.outbound_plain',
      'validation.outbound_private',
      ...configIssueCodes.map((code) => `validation.${code}`),
    ],
  },
] as const;

export type TextPart = (typeof textParts)[number]['name'];

export const textPartNames: readonly TextPart[] = textParts.map(({ name }) => name);

/** The part that a text, or a group of texts, belongs to; without one it is there for everybody. */
export function textPartOf(key: string): TextPart | undefined {
  const isIn = (group: string) => `${key}.`.startsWith(`${group}.`);
  return textParts.find(({ groups }) => groups.some(isIn))?.name;
}
