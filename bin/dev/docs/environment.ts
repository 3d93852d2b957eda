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
    'What the host decides before the start of the server. A wrong value, or a `FILESHARE_…` that is not a variable, ' +
      'stops the start with the list of everything that is wrong. A secret can also be read from the file that `…_FILE` names.',
    table(['Variable', 'Default', 'Meaning'], rows),
    'Configuration variables can be set here too, see [configuration.md](configuration.md).',
  );
}
