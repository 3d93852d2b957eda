import { describe, expect, it } from 'vitest';
import type { ShareTokenStore } from './open-share.ts';

const share = { id: 'abcd', baseUrl: 'https://f.example' };

/** What every store of share tokens must do. `open` opens the same one again; for each test it is empty. */
export function describeShareTokenStore(name: string, open: () => ShareTokenStore): void {
  describe(`${name} as a store of share tokens`, () => {
    it('keeps the last token of a share until it is cleared', async () => {
      expect(await open().load(share)).toBeNull();
      await open().save(share, 'fsv_1');
      await open().save(share, 'fsv_2');
      expect(await open().load(share)).toBe('fsv_2');
      expect(await open().load({ ...share, id: 'efgh' })).toBeNull();
      await open().clear(share);
      expect(await open().load(share)).toBeNull();
      await open().clear(share);
    });

    it('gives a token to its server only', async () => {
      await open().save(share, 'fsv_1');
      expect(await open().load({ ...share, baseUrl: 'https://other.example' })).toBeNull();
    });
  });
}
