import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { CliError } from '../errors/cli-error.ts';
import { readFileIfThere, writePrivateFile } from '../io/private-files.ts';

const SavedServer = z.strictObject({
  /** The user who signed in. */
  username: z.optional(z.string()),
  /** Given with `login --token-stdin`; sessions have a file of their own. */
  token: z.optional(z.string()),
});
export type SavedServer = z.output<typeof SavedServer>;

const ProfileFile = z.strictObject({
  /** The server that commands use if none is named. */
  current: z.nullable(z.string()),
  servers: z.record(z.string(), SavedServer),
});
type ProfileFile = z.output<typeof ProfileFile>;

/** The servers this person has signed in to. */
export interface ProfileStore {
  current(): Promise<string | null>;
  find(server: string): Promise<SavedServer | null>;
  /** The addresses of all saved servers, sorted. */
  list(): Promise<string[]>;
  /** Saves a server and makes it the current one. */
  save(server: string, saved: SavedServer): Promise<void>;
  /** Makes a saved server the current one. */
  use(server: string): Promise<void>;
  /** Deletes a server and its session. */
  forget(server: string): Promise<void>;
  /** The file with the session of a server. */
  sessionFile(server: string): string;
}

export function createProfileStore(folder: string): ProfileStore {
  const file = path.join(folder, 'profiles.json');
  const read = () => readProfiles(file);
  const write = (profiles: ProfileFile) => writePrivateFile(file, `${JSON.stringify(profiles, null, 2)}\n`);
  const sessionFile = (server: string) => {
    const name = createHash('sha256').update(server).digest('hex').slice(0, 32);
    return path.join(folder, 'sessions', `${name}.json`);
  };
  return {
    sessionFile,
    current: async () => (await read()).current,
    find: async (server) => (await read()).servers[server] ?? null,
    list: async () => Object.keys((await read()).servers).sort(),
    use: async (server) => write({ ...(await read()), current: server }),
    save: async (server, saved) => {
      const { servers } = await read();
      await write({ current: server, servers: { ...servers, [server]: saved } });
    },
    forget: async (server) => {
      const { current, servers } = await read();
      const { [server]: _forgotten, ...others } = servers;
      await rm(sessionFile(server), { force: true });
      await write({ current: current === server ? null : current, servers: others });
    },
  };
}

async function readProfiles(file: string): Promise<ProfileFile> {
  const text = await readFileIfThere(file);
  if (text === null) return { current: null, servers: {} };
  const result = ProfileFile.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new CliError({ exit: 'failure', key: 'cli.errors.profiles_damaged', params: { file } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
