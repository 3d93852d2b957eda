import { randomBytes } from 'node:crypto';
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
  /** Whether verifying this hash costs as much as a new one: imported ones have other parameters. */
  hasUsualCost(encoded: string): boolean;
  /** Whether to replace the hash of a password that was found to be right: it is weaker than new ones. */
  needsRehash(encoded: string, password: string): boolean;
}

/** Upper bounds for the cost of foreign hashes: verifying one that asks for more would occupy the server. */
const highestCost = { memoryKiB: 1_048_576, passes: 20, lanes: 16, bcryptRounds: 15 };

const argon2Pattern = /^\$argon2(?:id|i|d)\$(?:v=\d+\$)?m=(\d+),t=(\d+),p=(\d+)\$[\w+/]+\$[\w+/]+$/;
const bcryptPattern = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;

/** bcrypt ignores all bytes after these. */
const bcryptBytes = 72;

/** Whether a hash that another program has made can be verified here: argon2 in PHC form, or bcrypt. */
export function isKnownHash(encoded: string): boolean {
  const [, rounds] = bcryptPattern.exec(encoded) ?? [];
  if (rounds) return Number(rounds) <= highestCost.bcryptRounds;
  const [, memoryKiB, passes, lanes] = (argon2Pattern.exec(encoded) ?? []).map(Number);
  if (!memoryKiB || !passes || !lanes) return false;
  return memoryKiB <= highestCost.memoryKiB && passes <= highestCost.passes && lanes <= highestCost.lanes;
}

const isBcrypt = (encoded: string) => encoded.startsWith('$2');

/** Only imported accounts and shares have such hashes. */
async function bcryptVerify(encoded: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/bcrypt');
  return verify(password, encoded);
}

async function argon2Verify(encoded: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(encoded, password);
}

async function argon2Hash(password: string, { memoryKiB, passes, lanes }: PasswordCost): Promise<string> {
  // Its default algorithm is argon2id.
  const { hash } = await import('@node-rs/argon2');
  return hash(password, { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes });
}

export function createPasswords(cost: PasswordCost = defaultCost): Passwords {
  assertStrongEnough(cost);
  const gate = createGate({ width: hashesAtOnce, queueLength: 64, retryAfterSeconds: 5 });
  const dummy = makeDummy(cost);

  async function verify(encoded: string, password: string): Promise<boolean> {
    if (password.length > longest) return false;
    return gate(() =>
      isBcrypt(encoded) ? bcryptVerify(encoded, password) : argon2Verify(encoded, password),
    );
  }

  return {
    hash: (password) => gate(() => argon2Hash(password, cost)),
    verify,
    async verifyDummy(password) {
      await verify(dummy, password);
      return false;
    },
    hasUsualCost: (encoded) =>
      encoded.startsWith('$argon2id$') && encoded.includes(`$${parametersOf(cost)}$`),
    needsRehash(encoded, password) {
      // Beyond its limit bcrypt also accepts other passwords, and one of those must not become the only right one.
      if (isBcrypt(encoded)) return Buffer.byteLength(password) <= bcryptBytes;
      const [, memoryKiB = 0, passes = 0] = (argon2Pattern.exec(encoded) ?? []).map(Number);
      return !encoded.startsWith('$argon2id$') || memoryKiB < cost.memoryKiB || passes < cost.passes;
    },
  };
}

function assertStrongEnough(cost: PasswordCost): void {
  const isTooWeak =
    cost.memoryKiB < lowestCost.memoryKiB || cost.passes < lowestCost.passes || cost.lanes < lowestCost.lanes;
  if (isTooWeak) throw new RangeError('the cost of password hashes is below the accepted minimum');
}

/** Makes a well-formed hash of no password: verifying against it costs as much as against a real one. */
function makeDummy(cost: PasswordCost): string {
  const salt = toUnpaddedBase64(randomBytes(16));
  const digest = toUnpaddedBase64(randomBytes(32));
  return `$argon2id$v=19$${parametersOf(cost)}$${salt}$${digest}`;
}

function parametersOf({ memoryKiB, passes, lanes }: PasswordCost): string {
  return `m=${memoryKiB},t=${passes},p=${lanes}`;
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
