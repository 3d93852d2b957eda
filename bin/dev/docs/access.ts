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
    'Who may call what',
    'Every endpoint says it in [the contract](openapi.json); the server does not start with one that says nothing. A test calls each of ' +
      'them as everybody who may come along: nobody, users, administrators, keys with each scope, ended sessions and keys.',
    table(['Method', 'Path', 'Name', 'Who may', 'An API key needs'], rows),
    `## Who may\n\n${explain(accessTexts)}`,
    `## An API key needs\n\nA key never may more than its owner may at that moment.\n\n${explain(keyTexts)}`,
  );
}

function explain(texts: Readonly<Record<string, string>>): string {
  return table(
    ['Word', 'Meaning'],
    Object.entries(texts).map(([word, text]) => [code(word), text]),
  );
}
