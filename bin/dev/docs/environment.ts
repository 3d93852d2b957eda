import { envTable } from '../../../daemon/env/env.ts';
import { code, page, table } from './markdown.ts';

/** Every variable that the host sets before the start. */
export function environmentReference(): string {
  const rows = Object.values(envTable).map((row) => {
    const name = `FILESHARE_${row.name}`;
    const isSecret = 'secret' in row && row.secret;
    return [isSecret ? `${code(name)}, ${code(`${name}_FILE`)}` : code(name), code(row.default), row.help];
  });
  return page(
    'Environment variables',
    'Set these variables before the server starts. If a value is wrong, or a `FILESHARE_…` name is not a variable, the server ' +
      'does not start and lists everything that is wrong. A secret can also be read from the file named in `…_FILE`.',
    table(['Variable', 'Default', 'Meaning'], rows),
    'You can also set configuration variables in the environment: see [configuration.md](configuration.md).',
  );
}
