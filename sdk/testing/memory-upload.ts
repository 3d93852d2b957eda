import { createHash } from 'node:crypto';
import { createApiClient } from '../client/core/api-client.ts';
import { createReverseShareLinks } from '../client/shares/reverse-share-link.ts';
import type { UploadDeps } from '../client/upload/deps.ts';
import { startUpload } from '../client/upload/task.ts';
import type { FileSource, JournalFile, UploadJournal, UploadOptions } from '../client/upload/types.ts';
import { MemoryServer } from './memory-server.ts';

export function makeSource(path: string, size: number): FileSource {
  return {
    path,
    size,
    fingerprint: `${path}:${size}`,
    open: (start, end) => readNumbers(start, end),
  };
}

export function makeSources(count: number, size: number): FileSource[] {
  return Array.from({ length: count }, (_, i) => makeSource(`f${i}`, size));
}

/** Every byte tells its place, so that a wrong offset is found. */
async function* readNumbers(start: number, end: number) {
  for (let at = start; at < end; at += 1_000_000) {
    yield Uint8Array.from({ length: Math.min(1_000_000, end - at) }, (_, i) => (at + i) % 251);
  }
}

export function isIntact(content: Uint8Array | undefined, size: number): boolean {
  return content?.length === size && content.every((byte, at) => byte === at % 251);
}

const baseUrl = 'http://memory.test';

export function setUp(changes: Partial<UploadDeps> = {}) {
  const server = new MemoryServer();
  const warnings: Error[] = [];
  const deps: UploadDeps = {
    api: createApiClient(server.transport),
    baseUrl,
    ...createReverseShareLinks(server.transport, baseUrl),
    httpStack: server.httpStack,
    digest: (content) => createHash('sha256').update(content).digest('hex'),
    onWarning: (warning) => warnings.push(warning),
    retryPolicy: { backoff: { base: 1, max: 2 }, stallAfter: 5000, giveUpAfter: 0, minimumAttempts: 4 },
    ...changes,
  };
  const upload = (sources: FileSource[], options: UploadOptions = {}) => startUpload(deps, sources, options);
  return { server, warnings, upload, deps };
}

export function memoryJournal(): UploadJournal & { isEmpty: () => boolean } {
  let draft: Parameters<UploadJournal['begin']>[0] | null = null;
  let files = new Map<string, JournalFile>();
  return {
    isEmpty: () => draft === null,
    load: async () => draft && { ...draft, files: new Map(files) },
    begin: async (begun) => {
      draft = begun;
      files = new Map();
    },
    async record(events) {
      for (const { type, path, ...entry } of events)
        files.set(path, { ...entry, finished: type === 'finished' });
    },
    clear: async () => {
      draft = null;
    },
  };
}
