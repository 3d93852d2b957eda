import { expect, it } from 'vitest';
import { configKeys } from '#sdk/contract/config.js';
it('x', () => { expect(configKeys.length).toBeGreaterThan(3); });
