/** The exports of the SDK in every environment; `index.ts` and `browser.ts` add those of their own. */

export type { CallOptions } from './client/core/api-client.ts';
export {
  collect,
  type ListPage,
  type PagePosition,
  type PaginateOptions,
  paginate,
} from './client/core/paginate.ts';
export { NetworkError } from './client/core/transport.ts';
export type { FileshareClient } from './client/fileshare-client.ts';
export { type AccessTokenClaims, readAccessToken } from './client/session/access-token.ts';
export type {
  Credentials,
  ProgramInput,
  Session,
  SetUpInput,
  SignInOutcome,
  SignUpInput,
  TotpInput,
} from './client/session/types.ts';
export { parseShareLink, type ShareLink } from './client/shares/link.ts';
export type {
  OpenShareOptions,
  ShareAccess,
  ShareOnServer,
  ShareTokenStore,
} from './client/shares/open-share.ts';
export {
  type AnyReverseShareLink,
  parseAnyReverseShareLink,
  parseReverseShareLink,
  type ReverseShareLink,
  type ReverseShareLinks,
} from './client/shares/reverse-share-link.ts';
export { memoryUploadJournal, readJournal, readPreparedKey } from './client/upload/journal.ts';
export {
  type FileProgress,
  type FileSource,
  type FileUploadState,
  type JournalDraft,
  type JournalEntry,
  type JournalEvent,
  type JournalFile,
  type JournalPart,
  type JournalState,
  UploadFailedError,
  type UploadFailure,
  type UploadJournal,
  type UploadOptions,
  type UploadPhase,
  type UploadProgress,
  type UploadResult,
  type UploadTask,
} from './client/upload/types.ts';
export type { ApiKey, CreateApiKey } from './contract/api-keys.ts';
export type { AuditAction, AuditEntry } from './contract/audit.ts';
export type { LoginChallenge } from './contract/auth.ts';
export type { Scope } from './contract/endpoint.ts';
export {
  AppError,
  type ErrorCode,
  exitCodeOf,
  type FieldIssue,
  type IssueCode,
  isErrorCode,
  isRetryable,
  type ParamValue,
} from './contract/errors.ts';
export type { OwnerFile, PreviewKind, ShareFile, Thumbnail, ThumbnailSize } from './contract/files.ts';
export type { Job } from './contract/jobs.ts';
export type { Mail } from './contract/mails.ts';
export type {
  CreateReverseShare,
  ReverseShare,
  ReverseShareInvitation,
  UpdateReverseShare,
} from './contract/reverse-shares.ts';
export type { ActiveSession } from './contract/sessions.ts';
export type { CreateShare, UpdateShare } from './contract/shares/inputs.ts';
export type {
  AdminShare,
  OwnerShare,
  Recipient,
  Share,
  ShareDetails,
  ShareState,
} from './contract/shares.ts';
export type { CreateUser, CurrentUser, ManagedUser, UpdateUser, Usage, User } from './contract/users.ts';
export type { CreateWebhook, UpdateWebhook, Webhook, WebhookDelivery } from './contract/webhooks/api.ts';
export type { WebhookData, WebhookEvent, WebhookEventType } from './contract/webhooks/events.ts';
export type { CreateWorkloadIdentity, WorkloadIdentity } from './contract/workload-identities.ts';
