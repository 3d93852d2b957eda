import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import {
  describeToken,
  findProfile,
  readSavedAccount,
  type SavedAccount,
  type SignedIn,
  signInText,
} from '../../find/profile.ts';
import { chooseServer, noServer, type Origin } from '../../server/connect.ts';
import { alignColumns } from '../../ui/columns.ts';

/** A value that commands use, and where it comes from. */
interface Value<T> {
  value: T;
  origin: Origin;
  /** The option or variable that sets it. */
  setBy: string | null;
}

interface Settings {
  server: Value<string>;
  /** null: not known on this machine */
  username: Value<string | null>;
  signedInBy: Value<SignedIn>;
  profileFolder: Value<string>;
  stateFolder: Value<string>;
}

export const show = defineCommand({
  args: [{ name: 'profile' }],
  options: z.strictObject({}),
  async run(context, { args: [name] }): Promise<Settings> {
    const server = name === undefined ? await findUsedServer(context) : await findSavedServer(context, name);
    const account = await readAccount(context, { server: server.value, isNamed: name !== undefined });
    const { folders } = context;
    return {
      server,
      username: { ...account, value: account.value.username },
      signedInBy: { ...account, value: account.value.signedInBy },
      profileFolder: folderValue(context, folders.config, clientVariables.profileDir),
      stateFolder: folderValue(context, folders.state, clientVariables.stateDir),
    };
  },
  view: (settings, context) =>
    context.streams.stdout.isTTY ? tableOf(settings, context) : linesOf(settings),
});

const serverSetBy = { flag: '--server', environment: clientVariables.url, profile: null } as const;

async function findUsedServer(context: Context): Promise<Value<string>> {
  const chosen = await chooseServer(context);
  if (!chosen) throw noServer();
  const { server, origin } = chosen;
  return { value: server, origin, setBy: serverSetBy[origin] };
}

async function findSavedServer(context: Context, name: string): Promise<Value<string>> {
  const { server } = await findProfile(context, name);
  return { value: server, origin: 'profile', setBy: null };
}

/** Of a profile that is named, what is saved; otherwise what commands use. */
async function readAccount(
  context: Context,
  { server, isNamed }: { server: string; isNamed: boolean },
): Promise<Value<SavedAccount>> {
  const token = isNamed ? undefined : context.env[clientVariables.token];
  if (token) {
    const value = { username: null, signedInBy: describeToken(token) };
    return { value, origin: 'environment', setBy: clientVariables.token };
  }
  const isSaved = (await context.profiles.find(server)) !== null;
  const value = await readSavedAccount(context, server);
  return { value, origin: isSaved ? 'profile' : 'default', setBy: null };
}

function folderValue({ env }: Context, value: string, variable: string): Value<string> {
  return env[variable]
    ? { value, origin: 'environment', setBy: variable }
    : { value, origin: 'default', setBy: null };
}

function tableOf(settings: Settings, context: Context): string[] {
  const { t } = context.translator;
  const username = settings.username.value ?? (settings.signedInBy.value && t('cli.profile.no_user'));
  const rows = [
    ['server', settings.server, settings.server.value],
    ['username', settings.username, username ?? ''],
    ['signed_in', settings.signedInBy, signInText(context, settings.signedInBy.value)],
    ['profile_folder', settings.profileFolder, settings.profileFolder.value],
    ['state_folder', settings.stateFolder, settings.stateFolder.value],
  ] as const;
  const head = ['', t('cli.columns.value').toUpperCase(), t('cli.columns.origin').toUpperCase()];
  const body = rows.map(([column, { origin, setBy }, text]) => [
    t(`cli.columns.${column}`),
    text,
    t(`cli.profile.origins.${origin}`, { name: setBy ?? '' }),
  ]);
  return alignColumns([head, ...body], new Set());
}

/** For pipes: name, value, origin, and the option or variable that sets it. */
function linesOf({ server, username, signedInBy, profileFolder, stateFolder }: Settings): string[] {
  const rows = [
    ['server', server, server.value],
    ['username', username, username.value],
    ['signedInBy', signedInBy, signedInBy.value?.kind],
    ['profileFolder', profileFolder, profileFolder.value],
    ['stateFolder', stateFolder, stateFolder.value],
  ] as const;
  return rows.map(([name, { origin, setBy }, text]) => [name, text ?? '', origin, setBy ?? ''].join('\t'));
}
