import { expect, it } from 'vitest';
import type { Job } from '#sdk/contract/jobs.js';
import { english } from '../../english.ts';
import type { StorageOptions } from '../../env/storage.ts';
import { createCaller } from '../../testing/browser.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp } from '../../testing/start-app.ts';

/** Each storage has jobs of its own. Nothing is stored here, so nothing has to answer at the address. */
const variables: Readonly<Record<StorageOptions['kind'], Record<string, string>>> = {
  local: {},
  s3: {
    FILESHARE_STORAGE: 's3',
    FILESHARE_S3_ENDPOINT: 'http://127.0.0.1:9',
    FILESHARE_S3_BUCKET: 'none',
    FILESHARE_S3_ACCESS_KEY_ID: 'none',
    FILESHARE_S3_SECRET_ACCESS_KEY: 'none',
  },
};

it.each(Object.entries(variables))('every job has a text on the page, with storage %s', async (_, env) => {
  const instance = await startApp({ env });
  const { headers } = await signInAs(instance, instance.admin);
  const { jobs } = (await createCaller(instance.url)('/jobs', { headers })).body as { jobs: Job[] };
  await instance.stop();
  expect(jobs.length).toBeGreaterThan(10);
  const keys = jobs.map(({ name }) => `web.admin.jobs.names.${name.replace('.', '_')}`);
  expect(keys.filter((key) => !english.has(key))).toEqual([]);
});
