import type { Digest } from '../upload/content.ts';

/** SHA-256 as browsers have it; undefined where they do not: on pages that came by plain HTTP. */
export function createDigest(
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Digest | undefined {
  if (!subtle) return undefined;
  return async (content) => {
    const digest = new Uint8Array(await subtle.digest('SHA-256', content));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
