import { randomBytes } from 'node:crypto';
import { hash as argon2Hash, verify as argon2Verify, parseOptions } from '@node-rs/argon2';
import { createGate } from './bounded-gate.ts';

/** Work factors of argon2id (RFC 9106). */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
  lanes: number;
}

export const defaultCost: PasswordCost = { memoryKiB: 65_536, passes: 3, lanes: 1 };

/** The lowest cost that is accepted. */
export const lowestCost: PasswordCost = { memoryKiB: 19_456, passes: 2, lanes: 1 };

/** No password has more characters, so a longer text is not hashed. */
const longest = 256;

/**
 * Hashes run on the threads that also serve the database and the disk, four unless the environment sets more: if they
 * used all threads, a flood of sign-ins would delay every other request until it fails.
 */
const hashesAtOnce = 2;

/** Hashes passwords of accounts and shares. At most two hashes are computed at once; 64 callers may wait. */
export interface Passwords {
  /**
   * Returns the hash of exactly the given characters as a PHC string.
   *
   * @throws AppError `overloaded`
   */
  hash(password: string): Promise<string>;
  /** @throws AppError `overloaded` */
  verify(encoded: string, password: string): Promise<boolean>;
  /**
   * Takes as long as a verification, for accounts that do not exist: the time must not reveal which exist.
   *
   * @throws AppError `overloaded`
   */
  verifyDummy(password: string): Promise<false>;
  /** Whether the hash is weaker than new ones. */
  needsRehash(encoded: string): boolean;
}

export function createPasswords(cost: PasswordCost = defaultCost): Passwords {
  assertStrongEnough(cost);
  const gate = createGate({ width: hashesAtOnce, queueLength: 64, retryAfterSeconds: 5 });
  const dummy = makeDummy(cost);

  async function verify(encoded: string, password: string): Promise<boolean> {
    if (password.length > longest) return false;
    return gate(() => argon2Verify(encoded, password));
  }

  return {
    // The library's default algorithm is argon2id.
    hash: (password) =>
      gate(() =>
        argon2Hash(password, { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: cost.lanes }),
      ),
    verify,
    async verifyDummy(password) {
      await verify(dummy, password);
      return false;
    },
    needsRehash(encoded) {
      const { memoryCost, timeCost } = parseOptions(encoded);
      return !encoded.startsWith('$argon2id$') || memoryCost < cost.memoryKiB || timeCost < cost.passes;
    },
  };
}

function assertStrongEnough(cost: PasswordCost): void {
  const isTooWeak =
    cost.memoryKiB < lowestCost.memoryKiB || cost.passes < lowestCost.passes || cost.lanes < lowestCost.lanes;
  if (isTooWeak) throw new RangeError('the cost of password hashes is below the accepted minimum');
}

/** Makes a well-formed hash of no password: verifying against it costs as much as against a real one. */
function makeDummy({ memoryKiB, passes, lanes }: PasswordCost): string {
  const salt = toUnpaddedBase64(randomBytes(16));
  const digest = toUnpaddedBase64(randomBytes(32));
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${salt}$${digest}`;
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
