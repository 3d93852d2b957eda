import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { testContext } from '../testing/context.ts';
import { watchDownload } from './watch-download.ts';

const required = new AppError('share_password_required');

it('asks for the password of a share in place of the progress', async () => {
  const { context, questions, stderr } = testContext({ answers: ['wrong', 'sesame'] });
  const watch = await watchDownload(context);
  expect(await watch.options.onPassword?.(required)).toBe('wrong');
  expect(await watch.options.onPassword?.(new AppError('share_password_wrong'))).toBe('sesame');
  expect(questions).toHaveLength(2);
  expect(stderr()).toContain('has set or changed the password');
  expect(stderr()).toContain('Invalid password');
  await watch.close();
});

it('gives up after three wrong answers', async () => {
  const { context } = testContext({ answers: ['a', 'b', 'c', 'd'] });
  const { options, close } = await watchDownload(context);
  const answers = [];
  for (let count = 0; count < 4; count++) answers.push(await options.onPassword?.(required));
  expect(answers).toEqual(['a', 'b', 'c', undefined]);
  await close();
});

it('does not ask where nobody is', async () => {
  const { context } = testContext();
  const watch = await watchDownload(context);
  expect(watch.options.onPassword).toBeUndefined();
  await watch.close();
});

it('ends the download when the person does not answer', async () => {
  const { context } = testContext({ answers: [] });
  const reason = new Error('interrupted');
  const watch = await watchDownload({
    ...context,
    terminal: { ...context.terminal, askSecret: () => Promise.reject(reason) },
  });
  await expect(watch.options.onPassword?.(required)).rejects.toThrow('interrupted');
  expect(watch.options.signal.reason).toBe(reason);
  await watch.close();
});
