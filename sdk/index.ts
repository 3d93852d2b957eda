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

export type {
  DownloadedFile,
  DownloadOptions,
  DownloadProgress,
  DownloadResult,
  OverwriteMode,
} from './client/download/types.ts';
export { type ClientOptions, createClient, type NodeClient } from './client/node/create-client.ts';
export type { ArchiveOptions, ArchiveResult } from './client/node/download/archive.ts';
export { FilesDamagedError } from './client/node/download/archive-digests.ts';
export { DiskFullError } from './client/node/download/disk-space.ts';
export type { ReadOptions, ShareContent } from './client/node/download/read-share.ts';
export { UnsafeTargetError } from './client/node/download/safe-target.ts';
export { FileChangedError, type LocalFileSource } from './client/node/file-source.ts';
export { type FilesFromPathsOptions, filesFromPaths, type SkippedFile } from './client/node/file-sources.ts';
export { fileSessionStore } from './client/node/session-store.ts';
export { fileShareTokenStore } from './client/node/share-token-store.ts';
export { type FileJournalOptions, fileUploadJournal } from './client/node/upload-journal.ts';
export type { StreamOptions, StreamProgress } from './client/node/upload-stream.ts';
export { memorySessionStore, type SessionStore, type StoredSession } from './client/session/store.ts';
export * from './exports.ts';
