import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function load(plan: string) {
  vi.stubEnv('FILESHARE_FAULT', plan);
  return (await import('./inject-faults.ts')).faultPoint;
}

it('strikes at the named point, the nth time, once', async () => {
  const faultPoint = await load('upload:written:2:throw=ENOSPC,share:purging:1:throw=EIO');
  faultPoint('upload:written');
  faultPoint('upload:reserved');
  expect(() => faultPoint('upload:written')).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  faultPoint('upload:written');
  expect(() => faultPoint('share:purging')).toThrow(expect.objectContaining({ code: 'EIO' }));
});

it.each(['upload:written', 'upload:written:0:kill', 'upload:written:1:explode'])(
  'refuses a plan it does not understand: %s',
  async (plan) => {
    await expect(load(plan)).rejects.toThrow('not understood');
  },
);
