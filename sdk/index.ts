/**
 * The SDK of fileshare for Node. Browsers get `browser.ts` under the same name.
 *
 * @example
 * import { createClient, filesFromPaths } from 'fileshare';
 *
 * const client = createClient({ baseUrl: 'https://files.example.org' });
 * await client.session.signIn({ identifier: 'ann', password });
 * const { share } = await client.uploadFiles(await filesFromPaths(['photos']));
 * console.log(share.url);
 */

export type { CallOptions } from './client/core/api-client.ts';
export { NetworkError } from './client/core/transport.ts';
export type {
  DownloadedFile,
  DownloadOptions,
  DownloadProgress,
  DownloadResult,
  OverwriteMode,
} from './client/download/types.ts';
export type { FileshareClient } from './client/fileshare-client.ts';
export { type ClientOptions, createClient, type NodeClient } from './client/node/create-client.ts';
export type { ArchiveOptions, ArchiveResult } from './client/node/download/archive.ts';
export { DiskFullError } from './client/node/download/disk-space.ts';
export type { ReadOptions, ShareContent } from './client/node/download/read-share.ts';
export { UnsafeTargetError } from './client/node/download/safe-target.ts';
export { FileChangedError } from './client/node/file-source.ts';
export { type FilesFromPathsOptions, filesFromPaths, type SkippedFile } from './client/node/file-sources.ts';
export { fileSessionStore } from './client/node/session-store.ts';
export { fileShareTokenStore } from './client/node/share-token-store.ts';
export { type FileJournalOptions, fileUploadJournal } from './client/node/upload-journal.ts';
export { type AccessTokenClaims, readAccessToken } from './client/session/access-token.ts';
export { memorySessionStore, type SessionStore, type StoredSession } from './client/session/store.ts';
export type {
  Credentials,
  ProgramInput,
  Session,
  SetUpInput,
  SignInOutcome,
  SignUpInput,
  TotpInput,
} from './client/session/types.ts';
export type {
  OpenShareOptions,
  ShareAccess,
  ShareOnServer,
  ShareTokenStore,
} from './client/shares/access.ts';
export { parseShareLink, type ShareLink } from './client/shares/link.ts';
export { parseReverseShareLink, type ReverseShareLink } from './client/shares/reverse-share-link.ts';
export { UploadFailedError, type UploadFailure } from './client/upload/error.ts';
export type {
  FileProgress,
  FileSource,
  FileUploadState,
  JournalEvent,
  JournalFile,
  JournalState,
  UploadJournal,
  UploadOptions,
  UploadPhase,
  UploadProgress,
  UploadResult,
  UploadTask,
} from './client/upload/types.ts';
export type { ApiKey, CreateApiKey } from './contract/api-keys.ts';
export type { AuditAction, AuditEntry } from './contract/audit.ts';
export type { Scope } from './contract/endpoint.ts';
export {
  AppError,
  type ErrorCode,
  exitCodeOf,
  type FieldIssue,
  isErrorCode,
  isRetryable,
} from './contract/errors.ts';
export type { OwnerFile, PreviewKind, ShareFile } from './contract/files.ts';
export type { Job } from './contract/jobs.ts';
export type { Mail } from './contract/mails.ts';
export type {
  CreateReverseShare,
  ReverseShare,
  ReverseShareInvitation,
  UpdateReverseShare,
} from './contract/reverse-shares.ts';
export type { ActiveSession } from './contract/sessions.ts';
export type { CreateShare, UpdateShare } from './contract/share-inputs.ts';
export type {
  AdminShare,
  OwnerShare,
  Recipient,
  Share,
  ShareDetails,
  ShareState,
} from './contract/shares.ts';
export type { CreateUser, CurrentUser, Holdings, ManagedUser, UpdateUser, User } from './contract/users.ts';
