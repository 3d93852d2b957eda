import { randomBytes } from 'node:crypto';
import { type S3Server, variablesOf } from './engines/s3-server.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Several servers of one instance, on one database of PostgreSQL and one bucket. */
export interface TestServers {
  apps: readonly [TestApp, TestApp, TestApp];
  stop(): Promise<void>;
}

export async function startServers(
  server: S3Server,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServers> {
  const variables = {
    FILESHARE_SECRET_KEY: randomBytes(32).toString('hex'),
    ...variablesOf(await server.createBucket()),
    FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
    FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    ...env,
  };
  const first = await startApp({ env: variables });
  const [second, third] = await Promise.all([
    startApp({ env: variables, beside: first }),
    startApp({ env: variables, beside: first }),
  ]);
  return {
    apps: [first, second, third],
    async stop() {
      await Promise.all([second.stop(), third.stop()]);
      await first.stop();
    },
  };
}
