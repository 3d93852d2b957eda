import { expect, it, vi } from 'vitest';
import { createPictureStore } from './picture-store.ts';

const fileOf = (name: string) => new File(['x'], name);

function setUp({ keeps = 1, atOnce = 1 } = {}) {
  const making: { name: string; finish(address: string | null): void }[] = [];
  const freed: string[] = [];
  const store = createPictureStore({
    make: ({ name }) => new Promise((resolve) => making.push({ name, finish: resolve })),
    free: (address) => freed.push(address),
    keeps,
    atOnce,
  });
  const flush = () => new Promise((resolve) => setTimeout(resolve));
  return { store, making, freed, flush };
}

it('makes each picture once, the last needed first', async () => {
  const { store, making, flush } = setUp();
  const [a, b, c] = ['a', 'b', 'c'].map(fileOf);
  if (!a || !b || !c) throw new Error('no files');
  const onMade = vi.fn<() => void>();
  for (const file of [a, b, c, a]) store.need(file, onMade);
  making[0]?.finish('blob:a');
  await flush();
  expect(making.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(store.get(a)).toBe('blob:a');
  expect(onMade).toHaveBeenCalledTimes(1);
});

it('frees what nobody needs, the oldest first', async () => {
  const { store, making, freed, flush } = setUp();
  for (const name of ['a', 'b']) {
    const giveBack = store.need(fileOf(name), () => {});
    making.at(-1)?.finish(`blob:${name}`);
    await flush();
    giveBack();
  }
  expect(freed).toEqual(['blob:a']);
});

it('does not make what was given back before its turn, and nothing twice that cannot be drawn', async () => {
  const { store, making, flush } = setUp();
  const broken = fileOf('broken');
  store.need(broken, () => {});
  store.need(fileOf('gone'), () => {})();
  making[0]?.finish(null);
  await flush();
  store.need(broken, () => {});
  expect(making.map(({ name }) => name)).toEqual(['broken']);
  expect(store.get(broken)).toBeUndefined();
});
