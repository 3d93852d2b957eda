import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { kindOf } from './addresses.ts';
import { isAllowed } from './refusal.ts';

/** How a name is resolved to addresses: `lookup` of `node:dns`. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface Options {
  /** Allows servers in private networks, even without encryption. */
  allowPrivate: boolean;
  resolve: Resolve;
  /** Certificate authorities (PEM), instead of those that Node trusts. */
  ca?: string;
}

/** A connection to this address is not allowed. */
export class AddressRefusedError extends Error {
  constructor(hostname: string) {
    super(
      `${hostname} has no address that may be contacted (private networks need FILESHARE_OUTBOUND_ALLOW_PRIVATE=true)`,
    );
  }
}

/**
 * Checks the very address that is connected to: a name that resolves differently a moment later, or to several
 * addresses, is still checked.
 */
export function createConnector(
  build: typeof buildConnector,
  { allowPrivate, resolve, ...tls }: Options,
): buildConnector.connector {
  const mayContact = (address: string, protocol: string) =>
    isAllowed(kindOf(address), protocol, { allowPrivate });

  const lookupFor =
    (protocol: string): LookupFunction =>
    (hostname, { all }, callback) => {
      resolve(hostname, { all: true }, (error, found) => {
        const allowed = error ? [] : found.filter(({ address }) => mayContact(address, protocol));
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
    if (!connect || (isIP(host) !== 0 && !mayContact(host, options.protocol))) {
      callback(new AddressRefusedError(host), null);
      return;
    }
    connect(options, callback);
  };
}
