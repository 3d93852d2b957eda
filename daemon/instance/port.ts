import type { Core } from '../app/core.ts';

/** Records the port of the server: without a public address, commands on its machine use it for links. */
export function saveServerPort({ uow }: Core, port: number): Promise<void> {
  return uow.transaction(({ instance }) => instance.save('server_port', port));
}

/** While nobody has set an address, the default is that of the server, not that of a command. */
export async function adoptServerAddress({ uow, env, config }: Core): Promise<void> {
  const port = (await uow.read.instance.read('server_port')) ?? env.port;
  config.setDefault('general.appUrl', `http://localhost:${port}`);
}
