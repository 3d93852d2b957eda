import { expect, it } from 'vitest';
import { startApp } from '../testing/start-app.ts';

it('says that the database server does not answer', async () => {
  const FILESHARE_DATABASE_URL = 'postgres://ann:secret@127.0.0.1:1/files';
  const start = startApp({ env: { FILESHARE_DATABASE_URL, FILESHARE_SECRET_KEY: 'x'.repeat(40) } });
  await expect(start).rejects.toMatchObject({
    code: 'database_unreachable',
    params: { address: 'postgres://ann@127.0.0.1:1/files', reason: 'connect ECONNREFUSED 127.0.0.1:1' },
  });
});
