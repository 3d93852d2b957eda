import { type ConfigRow, configKeys, configRow } from '#sdk/contract/config.js';
import { OwnerMails } from '#sdk/contract/owner-mails.js';
import type { ShownState } from '#sdk/contract/shares/shown-state.js';
import { ShareState } from '#sdk/contract/shares.js';
import { commands } from '../../../cli/commands.ts';
import { GlobalOptions } from '../../../cli/context.ts';
import { LocalOptions } from '../../../cli/options/local.ts';
import { optionsFrom } from '../../../cli/options/specs.ts';
import type { TransferPhase } from '../../../cli/progress/transfer.ts';
import type { AccountNotice } from '../../../daemon/features/users/account-mails-port.ts';

export const loaded = await Promise.all(commands.map((entry) => entry.load()));
export const options = [GlobalOptions, LocalOptions, ...loaded.map((command) => command.options)].flatMap(
  optionsFrom,
);

export const accountNotices = [
  'passwordChanged',
  'emailChanged',
  'totpEnabled',
  'totpDisabled',
  'recoveryCodeUsed',
  'recoveryCodesRenewed',
  'apiKeyCreated',
  'workloadIdentityCreated',
  'socialLinked',
  'socialUnlinked',
  'passwordManaged',
] as const satisfies readonly AccountNotice[];

export const phases = [
  'scanning',
  'preparing',
  'uploading',
  'publishing',
  'downloading',
  'verifying',
  'extracting',
  'done',
] as const satisfies readonly TransferPhase[];

/** Mails about their shares that owners can turn on. */
export const ownerMailKinds = Object.keys(OwnerMails.shape);

/** Mails other than notices. */
export const mailKinds = [
  'passwordReset',
  'invitation',
  'emailConfirmation',
  'shareRecipient',
  'reverseShare',
  'webhookDisabled',
  'malwareFound',
  ...ownerMailKinds,
];

/** Types of files as the page counts and colours them. */
export const countedTypes = ['picture', 'film', 'sound', 'document', 'file'];
export const fileTypes = [
  'picture',
  'film',
  'sound',
  'document',
  'table',
  'archive',
  'code',
  'folder',
  'other',
];

/** The server's jobs as named by `GET /jobs`, with the dot replaced by an underscore. */
export const jobNames = [
  'apiKeys_noteUses',
  'audit_prune',
  'backup_create',
  'files_build-archives',
  'files_make-thumbnails',
  'files_count-downloads',
  'integrity_examine',
  'links_mailResets',
  'links_sweep',
  'login-tokens_sweep',
  'program-codes_sweep',
  'mail_send',
  'mail_sweep',
  'oauth_sweep',
  'sessions_sweep',
  'shares_discard-abandoned',
  'database_ballast',
  'shares_purge',
  'shares_sweep-grants',
  'statistics_measure',
  'storage_delete-objects',
  'storage_find-unnamed-objects',
  'throttle_sweep',
  'uploads_discard-idle',
  'uploads_remove-unused',
  'uploads_finish-interrupted',
  'malware_scan',
  'malware_rescan',
  'owner-mails_send',
  'webhooks_deliver',
  'webhooks_sweep',
  'webhooks_watch-storage',
];
export const shareViews = ['all', 'active', 'draft', 'expired', 'received'];

/** How `fileshare config explain` names the type of a variable. */
export const configTypes = [
  'boolean',
  'number',
  'bytes',
  'hours',
  'days',
  'string',
  'text',
  'secret',
  'markdown',
  ...configKeys.flatMap((key) => formatOf(configRow(key)) ?? []),
];

/** Variables that are shown together under a heading on the page. */
export const configGroups = [
  ...['shareRecipients', 'reverseShare', 'resetPassword', 'invite'].map((name) => `email.${name}`),
  ...['github', 'google', 'microsoft', 'discord', 'oidc'].map((name) => `oauth.${name}`),
  ...['imprint', 'privacyPolicy'].map((name) => `legal.${name}`),
  ...['guest', 'user', 'admin'].map((name) => `policies.${name}`),
];
export const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'hours', 'days', 'weeks'];

/** The placeholders that mail texts can have. */
export const placeholders = configKeys.flatMap((key) => {
  const row = configRow(key);
  return 'placeholders' in row ? (row.placeholders ?? []) : [];
});

/** Headings of tables. */
export const columns = [
  'id state files size expires visitors kind owner name',
  'scopes issuer audience claims created last_used last_seen started version',
  'username email role shares quota last_sign_in providers',
  'time result action actor address subject',
  'variable value default type bounds placeholders needs readable_by environment',
  'day stored uploads uploaded downloads',
  'profile profile_folder state_folder server signed_in',
  'remaining_uses job last_run next_run every recipient about attempts problem',
  'notice sent next_try current',
  'event events target webhook tries status answer',
  'snapshot objects',
  'found malware path share',
].flatMap((table) => table.split(' '));

export const shownStates: readonly ShownState[] = [...ShareState.options, 'quarantined'];

function formatOf(row: ConfigRow): string | undefined {
  return 'format' in row ? row.format : undefined;
}
