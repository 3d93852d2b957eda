import { connect } from 'node:net';
import type { Client } from 'ldapts';
import { DirectoryError, type LdapSettings } from './types.ts';

export type Library = typeof import('ldapts');

/** Milliseconds that the directory has for each answer, and for the connection. */
const timeout = 5000;

/**
 * Runs `work` with a connection to the directory, which is encrypted unless the settings allow otherwise.
 *
 * @throws whatever `work` or the connection does
 */
export async function withConnection<T>(
  library: Library,
  settings: LdapSettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { hostname, protocol } = new URL(settings.url);
  const tlsOptions = {
    host: hostname.replaceAll(/[[\]]/g, ''),
    ...(settings.caCertificate !== '' && { ca: settings.caCertificate }),
  };
  const client = new library.Client({
    url: settings.url,
    timeout,
    connectTimeout: timeout,
    // The library would use them from the start of any connection.
    ...(protocol === 'ldaps:' && { tlsOptions }),
    // Otherwise the library would connect again without encryption after the server has ended the connection.
    createConnection: onlyOnce(connect),
  });
  try {
    if (protocol === 'ldap:' && !settings.allowUnencrypted) {
      await client.startTLS(tlsOptions).catch((error: unknown) => {
        throw error instanceof library.ResultCodeError ? new DirectoryError('unencrypted', error) : error;
      });
    }
    return await work(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

function onlyOnce(create: typeof connect): typeof connect {
  let isUsed = false;
  return ((...given: Parameters<typeof connect>) => {
    if (isUsed) throw new Error('the directory has ended the connection');
    isUsed = true;
    return create(...given);
  }) as typeof connect;
}
