import { readFileSync } from 'node:fs';
import { configEnvName, configKeys, secretConfigKeys } from '#sdk/contract/config.js';
import {
  clientVariables,
  findSimilarVariable,
  envPrefix as prefix,
  toolVariables,
} from '#sdk/contract/environment.js';
import { reasonOf } from '../reason-of.ts';
import type { Check } from './checks.ts';

export type EnvSource = Readonly<Record<string, string | undefined>>;

/** A row of the table. If it is marked `secret`, it can also be read from the file that `<NAME>_FILE` names. */
export interface EnvRow {
  /** The name without the prefix. */
  name: string;
  default: string;
  /** Its description in the reference. */
  help: string;
  secret?: boolean;
  check?: Check;
}

/** Reads a row; adds its errors to `problems`. */
export function readRow(row: EnvRow, source: EnvSource, problems: string[]): string {
  const name = prefix + row.name;
  const value =
    source[name] ?? (row.secret ? readSecretFile(source[`${name}_FILE`], name, problems) : undefined);
  if (value === undefined || value === '') return row.default;
  const remedy = row.check?.(value);
  if (remedy) problems.push(`${name} ${remedy}.`);
  return value;
}

/** Reads the configuration variables that are set, as text, by environment name. */
export function readVariables(source: EnvSource, problems: string[]): Map<string, string> {
  const secrets = secretConfigKeys.map(configEnvName);
  const files = new Set(secrets.map((name) => `${name}_FILE`));
  const given = Object.keys(source).filter((name) => name.startsWith(`${prefix}CONFIG_`) && !files.has(name));
  const variables = new Map<string, string>();
  for (const name of new Set([...given, ...secrets])) {
    const fromFile = secrets.includes(name) ? source[`${name}_FILE`] : undefined;
    const value = source[name] ?? readSecretFile(fromFile, name, problems);
    if (value !== undefined) variables.set(name, value);
  }
  return variables;
}

/** Finds variables with our prefix that nothing reads, each as a problem: mistyped, or of another version. */
export function findUnknown(rows: readonly EnvRow[], source: EnvSource): string[] {
  const withFile = (name: string, isSecret = false) => (isSecret ? [name, `${name}_FILE`] : [name]);
  const known = [
    ...rows.flatMap(({ name, secret }) => withFile(prefix + name, secret)),
    ...Object.values(clientVariables),
    ...Object.values(toolVariables),
  ];
  const suggested = [...known, ...configKeys.map(configEnvName)];
  return Object.keys(source)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .filter((name) => !name.startsWith(`${prefix}CONFIG_`))
    .map((name) => `${name} is not a variable of this version${suggest(name, suggested)}.`);
}

/**
 * Leaves out what Kubernetes and Docker set for services with names like ours: `FILESHARE_SERVICE_HOST`,
 * `FILESHARE_PORT_3000_TCP`, and `FILESHARE_PORT`, which is not the number of a port then.
 */
export function withoutServiceLinks(source: EnvSource): EnvSource {
  const isLink = (name: string, value = '') =>
    serviceLinkName.test(name) || (name.endsWith('_PORT') && serviceAddress.test(value));
  return Object.fromEntries(
    Object.entries(source).filter(([name, value]) => !(name.startsWith(prefix) && isLink(name, value))),
  );
}

const serviceLinkName = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const serviceAddress = /^(tcp|udp|sctp):\/\//;

/** Returns a hint to append to the name of an unknown variable; empty when no known one is similar. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = findSimilarVariable(name, known);
  return meant ? ` (did you mean ${meant}?)` : '';
}

function readSecretFile(path: string | undefined, name: string, problems: string[]): string | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const reason = reasonOf(error);
    problems.push(`${name}_FILE cannot be read: ${reason}`);
    return undefined;
  }
}
