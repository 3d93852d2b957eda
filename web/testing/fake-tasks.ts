import { vi } from 'vitest';
import type { UploadOptions, UploadResult } from '#sdk/browser.js';
import { client } from '../lib/sdk.ts';

export interface FakeTask {
  options: UploadOptions;
  finish(result: UploadResult): void;
  fail(error: unknown): void;
}

/** Uploads whose events the test decides, in the order they are started. */
export function fakeTasks(): FakeTask[] {
  const tasks: FakeTask[] = [];
  vi.spyOn(client, 'startUpload').mockImplementation((_sources, options = {}) => {
    let fail: FakeTask['fail'] = () => {};
    const finished = new Promise<UploadResult>((resolve, reject) => {
      fail = reject;
      tasks.push({ options, finish: resolve, fail: reject });
    });
    const nothing = () => {};
    const cancel = async () => fail(new DOMException('cancelled', 'AbortError'));
    return { finished, pause: nothing, resume: nothing, retry: nothing, cancel };
  });
  return tasks;
}
