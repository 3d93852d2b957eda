import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { fileUploadJournal, type UploadJournal } from '#sdk/index.js';
import type { Context } from '../context.ts';
import { readFileIfThere, writePrivateFile } from '../io/private-files.ts';
import { connect } from '../server/connect.ts';
import { journalFolder } from './resume.ts';

/** What an upload leaves beside its journal, so that it can be found and started again. */
const Note = z.object({
  argv: z.array(z.string()),
  cwd: z.string(),
  /** The process that runs it. */
  pid: z.int(),
});
type Note = z.output<typeof Note>;

/** An upload that has not ended: it runs, or was interrupted. */
export interface LeftUpload extends Note {
  key: string;
  isRunning: boolean;
  /** Link of the share that it goes to. */
  url: string;
  /** Files that are on the server as a whole. */
  finished: number;
}

/** The journal of an upload, with a note of the command beside it. */
export function noteCommand(context: Context, journal: UploadJournal, key: string): UploadJournal {
  const file = noteFile(context, key);
  const note = async () => {
    const content: Note = { argv: [...context.argv], cwd: process.cwd(), pid: process.pid };
    await writePrivateFile(file, JSON.stringify(content));
  };
  return {
    ...journal,
    load: async () => {
      const state = await journal.load();
      if (state) await note();
      return state;
    },
    begin: async (draft) => {
      await note();
      await journal.begin(draft);
    },
    clear: async () => {
      await journal.clear();
      await rm(file, { force: true });
    },
  };
}

/** Lists the uploads of this person that have not ended. */
export async function listLeftUploads(context: Context): Promise<LeftUpload[]> {
  const folder = journalFolder(context);
  const names = await readdir(folder).catch(() => []);
  const keys = names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
  const found = await Promise.all(keys.map((key) => readUpload(context, key)));
  return found.filter((upload) => upload !== null);
}

async function readUpload(context: Context, key: string): Promise<LeftUpload | null> {
  const note = Note.safeParse(readJson(await readFileIfThere(noteFile(context, key))));
  const state = await journalOf(context, key).load();
  if (!note.success || !state) return null;
  return {
    ...note.data,
    key,
    isRunning: isAlive(note.data.pid),
    url: state.share.url,
    finished: [...state.files.values()].filter(({ finished }) => finished).length,
  };
}

/** Deletes what an interrupted upload has left on the server and here. */
export async function discardLeftUpload(context: Context, { key, url }: LeftUpload): Promise<void> {
  const journal = noteCommand(context, journalOf(context, key), key);
  const state = await journal.load();
  const { client } = await connect(context, new URL(url).origin);
  if (state) await client.discardUpload(state);
  await journal.clear();
}

function journalOf(context: Context, key: string): UploadJournal {
  return fileUploadJournal({ directory: journalFolder(context), key });
}

/** Undefined for a file that was not written to its end. */
function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const suffix = '.command';

function noteFile(context: Context, key: string): string {
  return path.join(journalFolder(context), `${key}${suffix}`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
