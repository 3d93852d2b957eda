import * as z from 'zod/mini';
import { ShareId } from '../../contract/formats/primitives.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { parseJson } from '../core/transport.ts';
import type { JournalEntry, JournalFile, JournalState, UploadJournal } from './types.ts';

/** Checks only the fields needed to resume: the server may have another version by then. The others are kept unchanged. */
const KnownShare = z.looseObject({ id: ShareId, url: z.string() });

const Entry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prepare'), key: z.string() }),
  z.object({
    type: z.literal('begin'),
    share: z.custom<OwnerShare>((share) => KnownShare.safeParse(share).success),
    uploadToken: z.string(),
    isAppended: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('upload'), path: z.string(), fingerprint: z.string(), url: z.string() }),
  z.object({
    type: z.literal('parts'),
    path: z.string(),
    fingerprint: z.string(),
    parts: z.array(z.object({ start: z.int(), end: z.int(), url: z.optional(z.string()) })),
  }),
  z.object({ type: z.literal('finished'), path: z.string(), fingerprint: z.string() }),
]);

/**
 * Reads the entries of a journal, for journals of your own: each is the JSON of a `JournalEntry`. Of several entries
 * about a file the last one counts, and one that cannot be read is ignored.
 *
 * @returns null when the first one does not say to which share the files go
 * @example
 * const journal = {
 *   load: async () => readJournal(entries),
 *   prepare: async (key) => {
 *     const noted = readPreparedKey(entries);
 *     if (noted === null) entries.splice(0, entries.length, JSON.stringify({ type: 'prepare', key }));
 *     return noted ?? key;
 *   },
 *   begin: async (draft) => void entries.splice(0, entries.length, JSON.stringify({ type: 'begin', ...draft })),
 *   record: async (events) => void entries.push(...events.map((event) => JSON.stringify(event))),
 *   clear: async () => void entries.splice(0),
 * };
 * await client.uploadFiles(sources, { journal });
 */
export function readJournal(entries: Iterable<string>): JournalState | null {
  const [begin, ...events] = Array.from(entries, readEntry);
  if (begin?.type !== 'begin') return null;
  const { type: _type, ...draft } = begin;
  const files = new Map<string, JournalFile>();
  for (const event of events) {
    if (!event || event.type === 'begin' || event.type === 'prepare') continue;
    const { type, path, ...noted } = event;
    files.set(path, { ...noted, finished: type === 'finished' });
  }
  return { ...draft, files };
}

/**
 * Reads the key of a share that was being created when an earlier run was killed, for journals of your own; see
 * `UploadJournal.prepare`.
 *
 * @returns null when the first entry is no such key
 */
export function readPreparedKey(entries: Iterable<string>): string | null {
  const [first] = entries;
  const entry = readEntry(first ?? '');
  return entry?.type === 'prepare' ? entry.key : null;
}

function readEntry(text: string): JournalEntry | null {
  return Entry.safeParse(parseJson(text)).data ?? null;
}

/**
 * Remembers an upload in memory, so that it can be continued while the program runs.
 *
 * @example
 * const journal = memoryUploadJournal();
 * await client.uploadFiles(sources, { journal });
 */
export function memoryUploadJournal(): UploadJournal {
  let entries: string[] = [];
  return {
    load: async () => readJournal(entries),
    prepare: async (key) => {
      const noted = readPreparedKey(entries);
      if (noted === null) entries = [toLine({ type: 'prepare', key })];
      return noted ?? key;
    },
    begin: async (draft) => {
      entries = [toLine({ type: 'begin', ...draft })];
    },
    record: async (events) => void entries.push(...events.map(toLine)),
    clear: async () => {
      entries = [];
    },
  };
}

/** The JSON of an entry, as `readJournal` reads it. */
export function toLine(entry: JournalEntry): string {
  return JSON.stringify(entry);
}
