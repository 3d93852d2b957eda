import { expect, it, vi } from 'vitest';
import { createGuess } from './guess.ts';

const newTakeBack = () => vi.fn<() => Promise<void>>(() => Promise.resolve());

it.each([
  ['is right', async () => true, 1],
  ['is right, and answers what it opens', async () => ({ id: 1 }), 1],
  ['is wrong', async () => false as const, 0],
  ['opens nothing', async () => null, 0],
])('that %s', async (_name, check, takenBack) => {
  const takeBack = newTakeBack();
  expect(await createGuess(takeBack)<unknown>(check)).toEqual(await check());
  expect(takeBack).toHaveBeenCalledTimes(takenBack);
});

it('that nobody could look at is not counted', async () => {
  const takeBack = newTakeBack();
  const check = () => Promise.reject(new Error('busy'));
  await expect(createGuess(takeBack)(check)).rejects.toThrow('busy');
  expect(takeBack).toHaveBeenCalledTimes(1);
});
