import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { api } from '#sdk/contract/api.js';
import { buildOpenApi } from '#sdk/contract/openapi/document.js';
import { errorTextsOf, readCatalogues } from '#sdk/i18n/catalogue.js';
import { createTranslator } from '#sdk/i18n/translate.js';
import { accessReference } from './docs/access.ts';
import { cliReference } from './docs/cli.ts';
import { configurationReference } from './docs/configuration.ts';
import { environmentReference } from './docs/environment.ts';
import { errorsReference } from './docs/errors.ts';
import { glossariesReference } from './docs/glossaries.ts';
import { manual } from './docs/man.ts';
import { sdkReference } from './docs/sdk/sdk.ts';

/**
 * `npm run docs`, from the root of the repository: writes docs/reference from the tables in the sources and the glossaries. With `--check`
 * it writes nothing and fails if a file would change.
 */

const catalogues = readCatalogues('en');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const pages: Readonly<Record<string, string>> = {
  'access.md': accessReference(),
  'cli.md': await cliReference(createTranslator('en', catalogues)),
  'configuration.md': configurationReference(catalogues.en),
  'environment.md': environmentReference(),
  'errors.md': errorsReference(catalogues.en),
  'fileshare.1': await manual(createTranslator('en', catalogues), version),
  'glossaries.md': glossariesReference(),
  'openapi.json': `${JSON.stringify(buildOpenApi(api, { version, errorTexts: errorTextsOf(catalogues.en) }), null, 2)}\n`,
  ...(await sdkReference()),
};

for (const [name, text] of Object.entries(pages)) {
  const file = join('docs', 'reference', name);
  if (readText(file) === text) continue;
  if (process.argv.includes('--check')) {
    process.stdout.write(`${file} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`${file} written\n`);
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
