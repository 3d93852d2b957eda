/** Exit codes of the `fileshare` command. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  partial: 3,
  signIn: 4,
  forbidden: 5,
  notFound: 6,
  unavailable: 7,
  limit: 8,
  integrity: 9,
  certificate: 10,
  password: 11,
  conflict: 12,
  version: 13,
  hangup: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** The name of an exit code. */
export type ExitName = keyof typeof exitCodes;

/** A row of the error catalogue. */
export interface ErrorSpec {
  /** HTTP status of the response. */
  status: number;
  /** Exit code of the command line for this error. */
  exit: ExitName;
  /** Names of the values the text refers to as `{name}`. */
  params?: readonly string[];
  /** The same request may succeed later without a change. */
  retry?: boolean;
}

/**
 * Every error a client can get. Its text is in `sdk/i18n/locales/<locale>.json` under `errors.<code>`, with the same
 * parameters; `hints.<code>` can explain it or say what to do next.
 */
export const errorCatalogue = {
  // Requests
  validation_failed: { status: 400, exit: 'usage', params: ['field', 'problem'] },
  malformed_request: { status: 400, exit: 'usage' },
  not_found: { status: 404, exit: 'notFound' },
  method_not_allowed: { status: 405, exit: 'usage' },
  length_required: { status: 411, exit: 'usage' },
  request_timeout: { status: 408, exit: 'unavailable', retry: true },
  body_too_large: { status: 413, exit: 'limit', params: ['limit'] },
  uri_too_long: { status: 414, exit: 'usage' },
  unsupported_media_type: { status: 415, exit: 'usage' },
  too_many_requests: { status: 429, exit: 'unavailable', params: ['seconds'], retry: true },
  headers_too_large: { status: 431, exit: 'usage' },
  cross_site_request: { status: 403, exit: 'forbidden' },
  address_unknown: { status: 403, exit: 'forbidden', params: ['appUrl'] },
  internal: { status: 500, exit: 'failure' },
  overloaded: { status: 503, exit: 'unavailable', params: ['seconds'], retry: true },
  shutting_down: { status: 503, exit: 'unavailable', retry: true },
  not_ready: { status: 503, exit: 'unavailable', params: ['reason'], retry: true },
  storage_unavailable: { status: 503, exit: 'unavailable', retry: true },

  // What clients find before a fileshare server answers
  server_certificate: { status: 502, exit: 'certificate', params: ['problem'] },
  server_not_https: { status: 502, exit: 'unavailable' },

  // First run
  setup_required: { status: 503, exit: 'unavailable' },
  setup_token_wrong: { status: 403, exit: 'forbidden' },
  setup_already_done: { status: 409, exit: 'conflict' },

  // Accounts and sessions
  sign_in_required: { status: 401, exit: 'signIn' },
  session_expired: { status: 401, exit: 'signIn' },
  credentials_wrong: { status: 401, exit: 'signIn' },
  directory_unavailable: { status: 503, exit: 'unavailable', retry: true },
  directory_refused: { status: 403, exit: 'forbidden', params: ['reason'] },
  password_managed: { status: 409, exit: 'conflict', params: ['source'] },
  forbidden: { status: 403, exit: 'forbidden' },
  email_taken: { status: 409, exit: 'conflict' },
  username_taken: { status: 409, exit: 'conflict' },
  password_too_common: { status: 400, exit: 'usage' },
  password_wrong: { status: 403, exit: 'password' },
  fresh_sign_in_required: { status: 403, exit: 'signIn' },
  registration_disabled: { status: 403, exit: 'forbidden' },
  totp_wrong: { status: 401, exit: 'signIn' },
  login_token_invalid: { status: 401, exit: 'signIn' },
  totp_enabled: { status: 409, exit: 'conflict' },
  totp_unreadable: { status: 409, exit: 'conflict' },
  totp_not_enabled: { status: 409, exit: 'conflict' },
  totp_setup_required: { status: 403, exit: 'forbidden' },
  totp_mandatory: { status: 409, exit: 'conflict' },
  authorization_code_invalid: { status: 401, exit: 'signIn' },
  oauth_unavailable: { status: 409, exit: 'conflict', params: ['provider'] },
  oauth_linked: { status: 409, exit: 'conflict', params: ['provider'] },
  oauth_not_linked: { status: 404, exit: 'notFound', params: ['provider'] },
  last_sign_in_method: { status: 409, exit: 'conflict', params: ['provider'] },
  other_account: { status: 409, exit: 'conflict' },
  link_invalid: { status: 400, exit: 'notFound' },
  mail_disabled: { status: 409, exit: 'conflict' },
  user_not_found: { status: 404, exit: 'notFound' },
  user_has_password: { status: 409, exit: 'conflict' },
  last_admin: { status: 409, exit: 'conflict' },
  session_not_found: { status: 404, exit: 'notFound' },
  api_key_not_found: { status: 404, exit: 'notFound' },
  api_key_limit: { status: 409, exit: 'limit', params: ['max'] },
  api_key_scope: { status: 403, exit: 'forbidden', params: ['scope'] },
  api_key_invalid: { status: 401, exit: 'signIn' },
  api_key_refused: { status: 403, exit: 'forbidden' },
  api_key_required: { status: 401, exit: 'signIn' },
  workload_identity_not_found: { status: 404, exit: 'notFound' },
  workload_identity_name_taken: { status: 409, exit: 'conflict' },
  workload_refused: { status: 401, exit: 'signIn' },

  // Configuration
  config_unknown: { status: 404, exit: 'notFound', params: ['key'] },
  config_invalid: { status: 400, exit: 'usage', params: ['key', 'problem'] },
  config_locked: { status: 409, exit: 'conflict', params: ['key', 'variable'] },

  smtp_incomplete: { status: 409, exit: 'conflict' },
  mail_refused: { status: 409, exit: 'unavailable', params: ['answer'] },
  ldap_incomplete: { status: 409, exit: 'conflict' },
  directory_unreachable: { status: 409, exit: 'unavailable', params: ['url', 'answer'] },
  directory_untrusted: { status: 409, exit: 'certificate', params: ['url', 'answer'] },
  directory_unencrypted: { status: 409, exit: 'unavailable', params: ['url', 'answer'] },
  directory_bind_refused: { status: 409, exit: 'unavailable', params: ['answer'] },
  directory_base_missing: { status: 409, exit: 'notFound', params: ['base'] },
  directory_search_refused: { status: 409, exit: 'unavailable', params: ['answer'] },
  directory_person_missing: { status: 404, exit: 'notFound', params: ['username'] },
  directory_person_ambiguous: { status: 409, exit: 'conflict', params: ['username'] },
  logo_not_png: { status: 400, exit: 'usage' },
  logo_not_square: { status: 400, exit: 'usage', params: ['width', 'height'] },
  logo_too_large: { status: 400, exit: 'limit', params: ['max'] },
  logo_damaged: { status: 400, exit: 'usage' },
  cover_wrong_type: { status: 400, exit: 'usage' },
  cover_too_large: { status: 400, exit: 'limit', params: ['max'] },
  cover_damaged: { status: 400, exit: 'usage' },

  // Administration
  webhook_not_found: { status: 404, exit: 'notFound' },
  webhook_delivery_not_found: { status: 404, exit: 'notFound' },
  webhook_limit: { status: 409, exit: 'limit', params: ['max'] },
  job_not_found: { status: 404, exit: 'notFound' },
  server_running: { status: 409, exit: 'conflict' },
  folder_lock_missing: { status: 409, exit: 'conflict' },
  secret_key_changed: { status: 409, exit: 'conflict' },

  // Shares
  share_not_found: { status: 404, exit: 'notFound' },
  share_removed: { status: 404, exit: 'notFound' },
  share_quarantined: { status: 404, exit: 'notFound' },
  share_uploading: { status: 404, exit: 'notFound', retry: true },
  share_view_limit: { status: 403, exit: 'notFound' },
  share_password_required: { status: 403, exit: 'password' },
  share_needs_password: { status: 400, exit: 'usage' },
  share_password_wrong: { status: 403, exit: 'password' },
  share_recipients_disabled: { status: 409, exit: 'conflict' },
  share_recipient_limit: { status: 429, exit: 'limit', params: ['max'] },
  share_token_required: { status: 403, exit: 'forbidden', params: ['maxViews'] },
  share_id_taken: { status: 409, exit: 'conflict' },
  share_anonymous_disabled: { status: 401, exit: 'signIn' },
  share_expiration_past: { status: 400, exit: 'usage' },
  share_expiration_too_late: { status: 400, exit: 'limit', params: ['max'] },
  share_empty: { status: 409, exit: 'usage' },
  share_incomplete: { status: 409, exit: 'conflict', params: ['count'], retry: true },
  // Clients raise this when completing a share fails for an unknown reason.
  share_finish_failed: { status: 500, exit: 'failure' },
  share_completed: { status: 409, exit: 'conflict' },
  share_too_large: { status: 413, exit: 'limit', params: ['maxSize'] },
  quota_exceeded: { status: 413, exit: 'limit', params: ['quota'] },
  share_too_many_files: { status: 413, exit: 'limit', params: ['maxFiles'] },

  // Reverse shares
  reverse_share_not_found: { status: 404, exit: 'notFound' },
  reverse_share_closed: { status: 403, exit: 'notFound' },
  reverse_share_used_up: { status: 403, exit: 'notFound' },
  reverse_shares_disabled: { status: 403, exit: 'forbidden' },
  reverse_share_full: { status: 413, exit: 'limit' },

  // Files and uploads
  direct_link_password: { status: 401, exit: 'password' },
  file_not_found: { status: 404, exit: 'notFound' },
  file_exists: { status: 409, exit: 'conflict', params: ['path'] },
  file_damaged: { status: 500, exit: 'integrity', params: ['path'] },
  file_scanning: { status: 503, exit: 'unavailable', params: ['path'], retry: true },
  file_quarantined: { status: 403, exit: 'forbidden', params: ['path'] },
  file_unscanned: { status: 403, exit: 'limit', params: ['path'] },
  malware_not_found: { status: 404, exit: 'notFound' },
  thumbnail_not_found: { status: 404, exit: 'notFound' },
  thumbnail_not_accepted: { status: 409, exit: 'conflict' },
  thumbnail_unreadable: { status: 400, exit: 'usage' },
  file_path_invalid: { status: 400, exit: 'usage', params: ['path', 'problem'] },
  range_not_satisfiable: { status: 416, exit: 'failure' },
  precondition_failed: { status: 412, exit: 'conflict' },
  upload_not_found: { status: 404, exit: 'notFound' },
  upload_header_invalid: { status: 400, exit: 'usage', params: ['header'] },
  upload_offset_conflict: { status: 409, exit: 'conflict', retry: true },
  upload_too_long: { status: 413, exit: 'limit' },
  upload_finished: { status: 403, exit: 'forbidden' },
  upload_locked: { status: 423, exit: 'unavailable', retry: true },
  tus_version_unsupported: { status: 412, exit: 'version' },
  bundle_invalid: { status: 400, exit: 'usage' },
  checksum_mismatch: { status: 460, exit: 'integrity', params: ['path'] },
  upload_checksum_mismatch: { status: 460, exit: 'integrity', retry: true },
  storage_failed: { status: 500, exit: 'failure' },
  storage_full: { status: 507, exit: 'limit', retry: true },
} as const satisfies Record<string, ErrorSpec>;
