import type { DatabaseAddress } from '../connection.ts';

/** Returns the URL of a database without its password, or with something else in its place. */
export function describeAddress(address: DatabaseAddress, password = ''): string {
  if (address.engine === 'sqlite') return `sqlite:${address.file}`;
  const url = new URL(address.url);
  if (url.password !== '') url.password = password;
  if (url.searchParams.has('password')) {
    if (password === '') url.searchParams.delete('password');
    else url.searchParams.set('password', password);
  }
  return url.href;
}
