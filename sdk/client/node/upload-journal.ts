import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal, readPreparedKey, toLine } from '../upload/journal.ts';
import type { JournalEntry, UploadJournal } from '../upload/types.ts';
import { readTextIfThere, writePrivateFile } from './private-file.ts';

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
 * const journal = fileUploadJournal({ directory: 'state', key: 'holiday' });
 * await client.uploadFiles(sources, { journal });
 */
export function fileUploadJournal({ directory, key }: FileJournalOptions): UploadJournal {
  if (!/^[\w.-]{1,200}$/.test(key)) throw new TypeError('the key of a journal is used as a file name');
  const file = join(directory, `${key}.jsonl`);
  // An incomplete line is ended first, because the next one would become part of it.
  let lineEnd = '';
  const replace = (entry: JournalEntry) => writePrivateFile(file, `${toLine(entry)}\n`);
  return {
    load: async () => {
      const text = (await readTextIfThere(file)) ?? '';
      lineEnd = text === '' || text.endsWith('\n') ? '' : '\n';
      return readJournal(text.split('\n'));
    },
    prepare: async (key) => {
      const noted = readPreparedKey([((await readTextIfThere(file)) ?? '').split('\n')[0] ?? '']);
      if (noted === null) await replace({ type: 'prepare', key });
      return noted ?? key;
    },
    begin: async (draft) => {
      await replace({ type: 'begin', ...draft });
      lineEnd = '';
    },
    record: async (events) => {
      const lines = events.map((event) => `${toLine(event)}\n`);
      await appendFile(file, lineEnd + lines.join(''), { mode: 0o600 });
      lineEnd = '';
    },
    clear: () => rm(file, { force: true }),
  };
}
