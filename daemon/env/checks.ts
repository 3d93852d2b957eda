import * as z from 'zod/mini';
import { parseProxyList } from '../http/client-address.ts';

/** Returns the remedy when the value of an environment variable is wrong, or null when it is right. */
export type Check = (value: string) => string | null;

export function integer(min: number, max: number): Check {
  return (value) =>
    /^\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `must be a whole number from ${min} to ${max}`;
}

export function oneOf(...choices: string[]): Check {
  return (value) => (choices.includes(value) ? null : `must be one of: ${choices.join(', ')}`);
}

export function follows(schema: z.ZodMiniType, remedy: string): Check {
  return (value) => (z.safeParse(schema, value).success ? null : remedy);
}

export function checkDatabaseUrl(value: string): string | null {
  return value === '' || /^sqlite:.+/.test(value) || isPostgresUrl(value)
    ? null
    : 'must look like sqlite:/path/to/fileshare.db or postgres://user:password@host:5432/name';
}

export function checkListenUrl(value: string): string | null {
  return value === '' || isPostgresUrl(value)
    ? null
    : 'must look like postgres://user:password@host:5432/name';
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value);
}

export function checkSecretKey(value: string): string | null {
  return value === '' || value.length >= 32
    ? null
    : 'must have at least 32 characters; generate one with: openssl rand -hex 32';
}

export function checkProxies(value: string): string | null {
  return parseProxyList(value)
    ? null
    : 'must be addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8, fd00::/8';
}

export function checkOrigin(value: string): string | null {
  const isOrigin = URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;
  return value === '' || isOrigin
    ? null
    : 'must be an address without a path, such as https://content.example.org';
}

export function checkOrigins(value: string): string | null {
  return listOf(value).every((entry) => checkOrigin(entry) === null)
    ? null
    : 'must be addresses without a path, separated by commas, such as http://nas:3000, https://files.example.org';
}

export function checkUrl(value: string): string | null {
  const isUrl = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return value === '' || isUrl ? null : 'must be an address that starts with https://';
}

/** Returns the entries of a value that lists several, separated by commas. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
