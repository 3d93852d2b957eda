import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadJournal } from '#sdk/index.js';
import { describeFailure } from '../errors/describe-failure.ts';
import { testContext } from '../testing/context.ts';
import { explainInterruption } from './resume.ts';

const journal = { load: async () => ({}) } as unknown as UploadJournal;

it.each([
  ['a full disk of the server', new AppError('storage_full'), /^To resume, run: fileshare$/],
  [
    'a session that has ended',
    new AppError('session_expired'),
    /^To resume, run fileshare login, and then: fileshare$/,
  ],
])('says how to go on after %s', async (_name, error, next) => {
  const { context } = testContext();
  const failed = Object.assign(new Error('failed'), {
    failures: [{ path: 'a.bin', error }],
    share: 'AbCdEf',
  });
  const uploading = explainInterruption(context, { journal, sources: () => [], given: [] }, () =>
    Promise.reject(failed),
  );
  const { lines } = await uploading.catch((reason: unknown) => describeFailure(context.translator, reason));
  expect(lines.at(-1)).toMatch(next);
});

it.each([
  ['how to finish a draft whose expiry has passed', true, /^Everything is uploaded\. .* share edit AbCdEf /],
  ['nothing about one that the sender cannot edit', false, /expiry is in the past/],
])('says %s', async (_name, edit, expected) => {
  const { context } = testContext();
  const left = { load: async () => ({ share: { id: 'AbCdEf', can: { edit } } }) } as unknown as UploadJournal;
  const uploading = explainInterruption(context, { journal: left, sources: () => [], given: [] }, () =>
    Promise.reject(new AppError('share_expiration_past')),
  );
  const { lines } = await uploading.catch((reason: unknown) => describeFailure(context.translator, reason));
  expect(lines.at(-1)).toMatch(expected);
});
