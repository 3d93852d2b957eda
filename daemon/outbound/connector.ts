import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { kindOf } from './addresses.ts';

/** How the addresses of a name are found: `lookup` of `node:dns`. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Options {
  /** Servers in private networks may be asked, also without encryption. */
  allowPrivate: boolean;
  resolve: Resolve;
  /** Who vouches for servers (PEM), in place of those that Node trusts. */
  ca?: string;
}

/** Where a connection was not allowed to go. */
class AddressRefusedError extends Error {
  constructor(hostname: string) {
    super(
      `${hostname} has no address that may be asked (private networks need FILESHARE_OUTBOUND_ALLOW_PRIVATE=true)`,
    );
  }
}

/**
 * Looks at the very address that is connected to: a name that leads elsewhere a moment later, or to several addresses,
 * gets no further.
 */
export function createConnector(
  build: typeof buildConnector,
  { allowPrivate, resolve, ...tls }: Options,
): buildConnector.connector {
  function isAllowed(address: string, protocol: string): boolean {
    const kind = kindOf(address);
    // Without encryption anybody on the way could answer.
    if (kind === 'public') return protocol === 'https:';
    return kind === 'private' && allowPrivate;
  }

  const lookupFor =
    (protocol: string): LookupFunction =>
    (hostname, { all }, callback) => {
      resolve(hostname, { all: true }, (error, found) => {
        const allowed = error ? [] : found.filter(({ address }) => isAllowed(address, protocol));
        const [first] = allowed;
        if (!first) callback(error ?? new AddressRefusedError(hostname), '');
        else if (all) callback(null, allowed);
        else callback(null, first.address, first.family);
      });
    };

  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => [protocol, build({ ...tls, lookup: lookupFor(protocol) })]),
  );

  return (options, callback) => {
    const host = options.hostname.replaceAll(/[[\]]/g, '');
    const connect = connectors.get(options.protocol);
    // An address is not looked up.
    if (!connect || (isIP(host) !== 0 && !isAllowed(host, options.protocol))) {
      callback(new AddressRefusedError(host), null);
      return;
    }
    connect(options, callback);
  };
}
