import type { Core } from '../app/core.ts';

/** Where the server listens: without a public address, commands beside it make links to there. */
export function saveServerPort({ uow }: Core, port: number): Promise<void> {
  return uow.transaction(({ instance }) => instance.save('server_port', port));
}

/** The address that holds as long as nobody has set one is that of the server, not that of a command. */
export async function adoptServerAddress({ uow, env, config }: Core): Promise<void> {
  const port = (await uow.read.instance.read('server_port')) ?? env.port;
  config.setDefault('general.appUrl', `http://localhost:${port}`);
}
