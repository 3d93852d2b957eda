import { type PostgresServer, startPostgres } from '../../daemon/testing/engines/postgres-server.ts';
import type { OwnS3Server } from '../../daemon/testing/engines/s3-server.ts';
import { toolVariables } from '../../sdk/contract/environment.ts';

let database: PostgresServer | undefined;
let storage: OwnS3Server | undefined;

/** Starts the servers that the whole test run is to use. Another project of the run may have started them already. */
export async function setup(): Promise<void> {
  const { env } = process;
  if (env[toolVariables.testDatabase] === 'postgres' && env[toolVariables.testPostgresUrl] === undefined) {
    database = await startPostgres();
    // The processes of the tests inherit it.
    env[toolVariables.testPostgresUrl] = database.url;
  }
  if (env[toolVariables.testStorage] === 's3' && env[toolVariables.testBucket] === undefined) {
    const { startS3Server, variablesOf } = await import('../../daemon/testing/engines/s3-server.ts');
    storage = await startS3Server();
    env[toolVariables.testBucket] = JSON.stringify(variablesOf(await storage.createBucket()));
  }
}

export async function teardown(): Promise<void> {
  await database?.stop();
  await storage?.stop();
}
