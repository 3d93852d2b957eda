import { configCategories, configKeys } from '#sdk/contract/config.js';
import type { Argument } from '../command.ts';
import type { Client, Context } from '../context.ts';
import { listProfiles } from '../find/profile.ts';
import type { OptionSpec } from '../options/specs.ts';
import { connect } from '../server/connect.ts';

/** A word that can be completed to, and what it stands for. */
export interface Candidate {
  value: string;
  description: string;
}

type Read = (context: Context) => Promise<Candidate[]> | Candidate[];

/** Where the words come from that no table of this program contains. */
const sources = {
  profiles: async (context) =>
    (await listProfiles(context)).map(({ name, server }) => ({ value: name, description: server })),
  servers: async (context) =>
    (await listProfiles(context)).map(({ server }) => ({ value: server, description: '' })),
  variables: ({ translator: { t } }) =>
    configKeys.map((key) => ({ value: key, description: t(`config.${key}.label`) })),
  categories: () => configCategories.map((value) => ({ value, description: '' })),
  shares: (context) => ask(context, listShares),
  reverseShares: (context) => ask(context, listReverseShares),
} as const satisfies Record<string, Read>;

/** `files` and `folders` are left to the shell. */
export type Source = keyof typeof sources | 'files' | 'folders';

const argumentSources: Readonly<Record<string, Source>> = {
  path: 'files',
  folder: 'folders',
  share: 'shares',
  link: 'shares',
  reverse_share: 'reverseShares',
  profile: 'profiles',
  url: 'servers',
  category: 'categories',
  variable: 'variables',
};

export function sourceOfArgument({ name }: Argument, index: number): Source | undefined {
  // After the first word of `config set` comes a value.
  if (name === 'assignment') return index === 0 ? 'variables' : undefined;
  return argumentSources[name];
}

/** By the placeholder of the value. */
const optionSources: Readonly<Record<string, Source>> = {
  DIR: 'folders',
  'DIR|-': 'folders',
  FILE: 'files',
  SHARE: 'shares',
  LINK: 'reverseShares',
};

export function sourceOfOption({ key, valueName }: OptionSpec): Source | undefined {
  return key === 'server' ? 'servers' : optionSources[valueName];
}

export async function readSource(
  context: Context,
  source: Exclude<Source, 'files' | 'folders'>,
): Promise<Candidate[]> {
  return sources[source](context);
}

/** Milliseconds that a person waits for a completion. */
const patience = 1500;

type List = (client: Client, signal: AbortSignal) => Promise<Candidate[]>;

/** Asks the server. When it does not answer in time, or refuses, nothing is offered. */
async function ask(context: Context, list: List): Promise<Candidate[]> {
  const signal = AbortSignal.timeout(patience);
  const silence = new Promise<Candidate[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]));
  });
  const answer = connect(context).then(({ client }) => list(client, signal));
  return Promise.race([answer.catch(() => []), silence]);
}

const limit = '200';

async function listShares(client: Client, signal: AbortSignal): Promise<Candidate[]> {
  const { shares } = await client.shares.list({ query: { limit } }, { signal });
  return shares.map(({ id, name }) => ({ value: id, description: name ?? '' }));
}

/** By name where that is enough to find it. */
async function listReverseShares(client: Client, signal: AbortSignal): Promise<Candidate[]> {
  const { reverseShares } = await client.reverseShares.list({ query: { limit } }, { signal });
  const names = reverseShares.map(({ name }) => name);
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  return reverseShares.map(({ id, name }) =>
    name && isUnique(name) ? { value: name, description: id } : { value: id, description: name ?? '' },
  );
}
