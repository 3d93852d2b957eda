import { describe, expect, it } from 'vitest';
import { type ConfigKey, configEnvName, configKeys, configRow, isPicture } from '#sdk/contract/config.js';
import { clientVariables, envPrefix, findSimilarVariable } from '#sdk/contract/environment.js';
import { errorCatalogue } from '#sdk/contract/errors.js';
import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { createTranslator } from '#sdk/i18n/translate.js';
import { commands } from '../../../cli/commands.ts';
import { envTable } from '../../../daemon/env/env.ts';
import { accessReference } from './access.ts';
import { configurationReference } from './configuration.ts';
import { environmentReference } from './environment.ts';
import { errorsReference } from './errors.ts';
import { manual } from './man.ts';
import { table } from './markdown.ts';

const { en } = readCatalogues('en');

describe('the generated references', () => {
  it('explain every configuration variable', () => {
    const text = configurationReference(en);
    for (const key of configKeys)
      expect(text).toMatch(new RegExp(`^\\| \`${key}\` \\|.*\\*\\*.+\\.\\*\\* .+`, 'm'));
  });

  it('name what sets and locks each variable, and the bounds of its value', () => {
    const lines = configurationReference(en).split('\n');
    const lineOf = (key: ConfigKey) => lines.find((line) => line.startsWith(`| \`${key}\` |`));
    for (const key of configKeys.filter((name) => !isPicture(configRow(name))))
      expect(lineOf(key)).toContain(`\`${configEnvName(key)}\``);
    expect(lineOf('general.logo')).not.toContain('FILESHARE_CONFIG');
    expect(lineOf('share.chunkSize')).toContain('whole number of bytes, 1000000 to 5000000000');
    expect(lineOf('smtp.password')).toContain('`FILESHARE_CONFIG_SMTP_PASSWORD_FILE`');
    expect(lineOf('smtp.enabled')).toContain('Requires `smtp.host`, `smtp.port`, `smtp.email`.');
  });

  it('list every error with its status and exit code', () => {
    const text = errorsReference(en);
    expect(text).toContain(
      '| `share_removed` | 404 | 6 |  | Share removed<br>This share has expired or was deleted',
    );
    for (const code of Object.keys(errorCatalogue)) expect(text).toContain(`| \`${code}\` |`);
  });

  it('say who may call each endpoint', () => {
    const text = accessReference();
    expect(text).toContain('| GET | `/api/shares` | `shares.list` | `user` | `shares:read` |');
    expect(text).toContain('| POST | `/api/users/me/apiKeys` | `apiKeys.create` | `user` | `session` |');
  });

  it('list every variable of the environment, and the file of a secret', () => {
    const text = environmentReference();
    for (const { name } of Object.values(envTable)) expect(text).toContain(`\`FILESHARE_${name}\``);
    expect(text).toContain('`FILESHARE_SECRET_KEY_FILE`');
    expect(text).not.toContain('FILESHARE_PORT_FILE');
  });
});

it('the manual shows every command, and no text is taken for a request of roff', async () => {
  const text = await manual(createTranslator('en', readCatalogues('en')), '1.2.3');
  for (const { name } of commands)
    expect(text).toContain(`\n.SS "fileshare ${name.replaceAll('-', String.raw`\-`)}`);
  for (const name of Object.values(clientVariables)) expect(text).toContain(`.B "${name}"`);
  expect(text).toContain(String.raw`.B "\-\-max\-views <N>"`);
  const requests = [...text.matchAll(/^[.'].*$/gm)].map(([line]) => line.split(' ')[0]);
  const used = ['.\\"', '.TH', '.SH', '.SS', '.B', '.TP', '.PP', '.RS', '.nf', '.fi', '.RE', '.I'];
  expect(new Set(requests)).toEqual(new Set(used));
});

it('no variable of the server looks like a mistyped one of the command line', () => {
  const clients = Object.values(clientVariables);
  const names = Object.values(envTable).flatMap(({ name }) => [name, `${name}_FILE`]);
  for (const name of names)
    expect([name, findSimilarVariable(envPrefix + name, clients)]).toEqual([name, undefined]);
});

it('a table keeps bars and line breaks inside its cells', () => {
  expect(table(['A'], [['x|y\nz']])).toBe('| A |\n| --- |\n| x\\|y<br>z |');
});
