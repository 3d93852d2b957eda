import { describe, expect, it } from 'vitest';
import type { SessionStore } from './store.ts';

const session = { accessTokenExpiresAt: '2030-01-01T00:00:00.000Z', accessToken: 'a', refreshToken: 'r' };

/** What every store of sessions must do. `open` opens the same one again; for each test it is empty. */
export function describeSessionStore(name: string, open: () => SessionStore): void {
  describe(`${name} as a session store`, () => {
    it('keeps the last session until it is cleared', async () => {
      expect(await open().load()).toBeNull();
      await open().save({ ...session, accessToken: 'old' });
      await open().save(session);
      expect(await open().load()).toEqual(session);
      await open().clear();
      expect(await open().load()).toBeNull();
      await open().clear();
    });
  });
}
