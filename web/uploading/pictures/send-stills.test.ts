import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UploadResult } from '#sdk/browser.js';
import { AppError } from '#sdk/contract/errors.js';
import { client } from '../../lib/sdk.ts';
import { mostStills, sendStills } from './send-stills.ts';

// The test environment draws nothing: what the browser makes of a file is in the end-to-end tests.
const stills = vi.hoisted(() => ({ made: [] as string[] }));
vi.mock('./stills.ts', () => ({
  hasStill: ({ name }: File) => /\.(mp4|pdf)$/.test(name),
  stillOf: async (file: File) => {
    stills.made.push(file.name);
    return file.size > 0 ? new Blob([file.name]) : null;
  },
}));

const result = { share: { id: 'abc' }, uploadToken: 'fsu_token' } as UploadResult;
const filesOf = (...names: string[]) => new Map(names.map((name) => [name, new File(['x'], name)]));

function deferred() {
  let [resolve, reject]: [(result: UploadResult) => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<UploadResult>((onResult, onError) => {
    [resolve, reject] = [onResult, onError];
  });
  return { promise, resolve, reject };
}

let areOn: boolean;
let sent: string[];
let refusal: AppError | undefined;

beforeEach(() => {
  [areOn, sent, refusal] = [true, [], undefined];
  stills.made.length = 0;
  vi.spyOn(client.configs, 'list').mockImplementation(async () => [
    { key: 'share.thumbnails', type: 'boolean', value: String(areOn), defaultValue: 'true' },
  ]);
  vi.spyOn(client.files, 'sendThumbnail').mockImplementation(async ({ params, query }, options) => {
    sent.push(`${params.id} ${query.path} ${options?.token}`);
    if (refusal) throw refusal;
    return { width: 1, height: 1, hues: [0, 0] };
  });
});
afterEach(() => vi.restoreAllMocks());

it('makes them while bytes are sent, and sends them after the last one', async () => {
  const { promise, resolve } = deferred();
  const files = filesOf('film.mp4', 'notes.txt', 'plan.pdf').set('empty.pdf', new File([], 'empty.pdf'));
  const done = sendStills({ finished: promise }, files);
  await vi.waitFor(() => expect(stills.made).toEqual(['film.mp4', 'plan.pdf', 'empty.pdf']));
  expect(sent).toEqual([]);
  resolve(result);
  await done;
  expect(sent).toEqual(['abc film.mp4 fsu_token', 'abc plan.pdf fsu_token']);
});

it('stops with the upload', async () => {
  const { promise, reject } = deferred();
  const done = sendStills({ finished: promise }, filesOf('film.mp4', 'plan.pdf'));
  reject(new DOMException('cancelled', 'AbortError'));
  await done;
  expect([stills.made, sent]).toEqual([[], []]);
});

it('skips a file that the server refuses, and sends nothing more after any other error', async () => {
  const files = filesOf('a.mp4', 'b.mp4');
  refusal = new AppError('thumbnail_unreadable');
  await sendStills({ finished: Promise.resolve(result) }, files);
  expect(sent).toHaveLength(2);
  sent = [];
  refusal = new AppError('storage_full');
  await sendStills({ finished: Promise.resolve(result) }, files);
  expect(sent).toHaveLength(1);
});

it('makes none where they are turned off, and not more than a page shows', async () => {
  const many = filesOf(...Array.from({ length: mostStills + 1 }, (_, number) => `${number}.pdf`));
  areOn = false;
  await sendStills({ finished: Promise.resolve(result) }, many);
  expect([stills.made, sent]).toEqual([[], []]);
  areOn = true;
  await sendStills({ finished: Promise.resolve(result) }, many);
  expect(sent).toHaveLength(mostStills);
});
