import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, categoryOf } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Client } from '../context.ts';

/** The variables of some categories, in the order of the registry. */
export async function listVariables(
  client: Client,
  categories: readonly string[],
): Promise<AdminConfigVariable[]> {
  const lists = categories.map((category) => client.configs.listCategory({ params: { category } }));
  return (await Promise.all(lists)).flat();
}

/** @throws AppError `config_unknown` when the server, of another version, does not have it */
export async function getVariable(client: Client, key: ConfigKey): Promise<AdminConfigVariable> {
  const variables = await listVariables(client, [categoryOf(key)]);
  const found = variables.find((variable) => variable.key === key);
  if (!found) throw new AppError('config_unknown', { key });
  return found;
}
