import { type PostgresServer, startPostgres } from '../../daemon/testing/engines/postgres-server.ts';
import { toolVariables } from '../../sdk/contract/environment.ts';

let server: PostgresServer | undefined;

/** Starts one PostgreSQL for the whole test run, if it is to use one. */
export async function setup(): Promise<void> {
  const { [toolVariables.testDatabase]: database, [toolVariables.testPostgresUrl]: url } = process.env;
  // Another project of the run may have started it already.
  if (database !== 'postgres' || url !== undefined) return;
  server = await startPostgres();
  // The processes of the tests inherit it.
  process.env[toolVariables.testPostgresUrl] = server.url;
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
