import { expect, it } from 'vitest';
import { startApp } from '../testing/start-app.ts';

const bucket = {
  FILESHARE_S3_BUCKET: 'files',
  FILESHARE_S3_ACCESS_KEY_ID: 'id',
  FILESHARE_S3_SECRET_ACCESS_KEY: 'secret',
};

it.each([
  ['warns of a bucket that is not used', bucket, 1],
  ['says nothing about storage without one', {}, 0],
])('%s', async (_name, variables, expected) => {
  const lines: string[] = [];
  const app = await startApp({
    env: { FILESHARE_STORAGE: 'local', FILESHARE_LOG_LEVEL: 'warn', ...variables },
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  await app.stop();
  expect(lines.filter((line) => line.includes('set FILESHARE_STORAGE=s3'))).toHaveLength(expected);
});
