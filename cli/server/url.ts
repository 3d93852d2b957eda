import { CliError } from '../errors/errors.ts';

/**
 * The address of a server as it is stored and compared: scheme and host only. Without a scheme it is https, for the
 * own machine http.
 */
export function readServerUrl(text: string): string {
  const withScheme = /^https?:\/\//i.test(text) ? text : `${isOwnMachine(text) ? 'http' : 'https'}://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (!url || url.username || url.password) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.server_invalid', params: { server: text } });
  }
  return url.origin;
}

function isOwnMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:|\/|$)/i.test(host);
}
