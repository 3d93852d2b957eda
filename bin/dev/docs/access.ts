import { api, fullPath } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { accessTexts, keyTexts } from '#sdk/contract/openapi/access.js';
import { code, page, table } from './markdown.ts';

/** Who may call each endpoint, and which scope an API key needs. */
export function accessReference(): string {
  const features: Readonly<Record<string, Readonly<Record<string, EndpointDefinition>>>> = api;
  const rows = Object.entries(features).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [
      endpoint.method,
      code(fullPath(endpoint)),
      code(`${feature}.${name}`),
      code(endpoint.access),
      code(endpoint.apiKey),
    ]),
  );
  return page(
    'Access to endpoints',
    'Every endpoint declares its access in [the contract](openapi.json); the server does not start if one does not. A test calls ' +
      'each endpoint as every kind of actor: nobody, users, administrators, keys with each scope, ended sessions and keys.',
    table(['Method', 'Path', 'Name', 'Access', 'API keys'], rows),
    `## Access\n\n${explain(accessTexts)}`,
    `## API keys\n\nA key can never do more than its owner can at that moment.\n\n${explain(keyTexts)}`,
  );
}

function explain(texts: Readonly<Record<string, string>>): string {
  return table(
    ['Word', 'Meaning'],
    Object.entries(texts).map(([word, text]) => [code(word), text]),
  );
}
