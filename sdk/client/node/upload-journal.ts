import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ShareId } from '../../contract/formats/primitives.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { parseJson } from '../core/transport.ts';
import type { JournalFile, JournalState, UploadJournal } from '../upload/types.ts';
import { readTextIfThere, writePrivateFile } from './private-file.ts';

/** Checks only the fields needed to resume. The other fields of a share are kept unchanged. */
const KnownShare = z.looseObject({ id: ShareId, url: z.string() });

const JournalLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    share: z.custom<OwnerShare>((share) => KnownShare.safeParse(share).success),
    uploadToken: z.string(),
    isAppended: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('upload'), path: z.string(), fingerprint: z.string(), url: z.string() }),
  z.object({ type: z.literal('finished'), path: z.string(), fingerprint: z.string() }),
]);
type JournalLine = z.output<typeof JournalLine>;

/** Where `fileUploadJournal` keeps its file. */
export interface FileJournalOptions {
  /** Folder of the journals. It is created if it does not exist. */
  directory: string;
  /** Identifies the upload: the same key finds it again. At most 200 letters, digits and `_.-`. */
  key: string;
}

/**
 * Remembers an upload in a file of JSON lines. Only its owner can read it, because it contains the upload token.
 *
 * @throws TypeError when the key has other characters
 * @example
 * await client.uploadFiles(sources, { journal: fileUploadJournal({ directory: stateFolder, key: 'holidays' }) });
 */
export function fileUploadJournal({ directory, key }: FileJournalOptions): UploadJournal {
  if (!/^[\w.-]{1,200}$/.test(key)) throw new TypeError('the key of a journal is used as a file name');
  const file = join(directory, `${key}.jsonl`);
  // An incomplete line is ended first, because the next one would become part of it.
  let lineEnd = '';
  return {
    load: async () => {
      const text = (await readTextIfThere(file)) ?? '';
      lineEnd = text === '' || text.endsWith('\n') ? '' : '\n';
      return replay(text.split('\n').map(readLine));
    },
    begin: async (draft) => {
      const line: JournalLine = { type: 'begin', ...draft };
      await writePrivateFile(file, `${JSON.stringify(line)}\n`);
      lineEnd = '';
    },
    record: async (events) => {
      const lines = events.map((event) => `${JSON.stringify(event satisfies JournalLine)}\n`);
      await appendFile(file, lineEnd + lines.join(''), { mode: 0o600 });
      lineEnd = '';
    },
    clear: () => rm(file, { force: true }),
  };
}

/** Returns null for an incomplete line, and for one of another version. */
function readLine(text: string): JournalLine | null {
  return JournalLine.safeParse(parseJson(text)).data ?? null;
}

function replay(lines: readonly (JournalLine | null)[]): JournalState | null {
  const [begin] = lines;
  if (begin?.type !== 'begin') return null;
  const files = new Map<string, JournalFile>();
  for (const line of lines) {
    if (!line || line.type === 'begin') continue;
    const { path, fingerprint } = line;
    const known = files.get(path);
    const url = line.type === 'upload' ? line.url : known?.url;
    files.set(path, {
      fingerprint,
      finished: line.type === 'finished',
      ...(url !== undefined && (line.type === 'upload' || known?.fingerprint === fingerprint) && { url }),
    });
  }
  const { share, uploadToken, isAppended } = begin;
  return { share, uploadToken, isAppended, files };
}
