import { expect, it } from 'vitest';
import { api } from '#sdk/contract/api.js';
import { buildOpenApi } from '#sdk/contract/openapi/document.js';
import { errorTextsOf, readCatalogues } from '#sdk/i18n/catalogue.js';
import { curlOf, groupsOf } from './operation.ts';
import { renderReference } from './page.ts';
import { describeType, exampleOf } from './schema.ts';

const document = buildOpenApi(api, { version: '1.2.3', errorTexts: errorTextsOf(readCatalogues('en').en) });
const html = renderReference(document);
const all = groupsOf(document).flatMap(({ operations }) => operations);

const find = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value);

it('has a section for every operation, its parameters, errors and schemas', () => {
  const ids = Object.entries(api).flatMap(([feature, group]) =>
    Object.keys(group).map((name) => `${feature}.${name}`),
  );
  expect(all.map(({ definition }) => definition.operationId).sort()).toEqual(ids.sort());
  expect(find(/<section class="operation" aria-labelledby="([^"]+)"/g).sort()).toEqual(ids.sort());
  for (const name of Object.keys(document.components.schemas)) expect(html).toContain(`id="schema-${name}"`);
  expect(html).toContain('<caption>Parameters of shares.get</caption>');
  expect(html).toContain('<caption>Errors of shares.create</caption>');
});

it('leads nowhere that is not there, and names each place once', () => {
  const ids = find(/ id="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  expect(find(/ href="#([^"]+)"/g).filter((target) => !ids.includes(target))).toEqual([]);
});

it('runs nothing, and asks no other server', () => {
  expect(html).not.toMatch(/<script|<img|<link|<iframe|@import|url\(| on\w+=| src=/);
  expect(find(/ href="([^#][^"]*)"/g)).toEqual(['/api/openapi.json', '/licenses.txt']);
});

const example = (id: string) => {
  const found = all.filter(({ definition }) => definition.operationId === id);
  return found.map((operation) => curlOf(operation, document.components.schemas)).join();
};

it.each([
  ['system.health', 'curl "$SERVER/api/health"'],
  [
    'webhooks.remove',
    'curl -X DELETE \\\n  "$SERVER/api/webhooks/ID" \\\n  -H "Authorization: Bearer $TOKEN"',
  ],
  ['direct.file', 'curl "$SERVER/d/ID/PATH"'],
  [
    'uploads.append',
    `curl -X PATCH \\
  "$SERVER/api/uploads/UPLOADID" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Tus-Resumable: 1.0.0' \\
  -H 'Upload-Offset: …' \\
  -H 'Content-Type: application/offset+octet-stream' \\
  --data-binary @FILE`,
  ],
])('shows how to call %s', (id, command) => {
  expect(example(id)).toBe(command);
});

it('gives bodies that the endpoint accepts, as far as their fields are known', () => {
  expect(example('shares.create')).toContain("-H 'Content-Type: application/json'");
  expect(example('configs.uploadLogo')).toContain('-F file=@FILE');
});

it.each([
  [{ type: 'string', minLength: 1, maxLength: 30 }, 'string, 1 to 30 characters'],
  [
    { type: 'array', items: { $ref: '#/components/schemas/Share' } },
    'array of <a href="#schema-Share">Share</a>',
  ],
  [
    { anyOf: [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, { type: 'null' }] },
    'integer, at least 0 or null',
  ],
  [{ enum: ['<a>', 'b'] }, '<code>&quot;&lt;a&gt;&quot;</code> or <code>&quot;b&quot;</code>'],
  [{ type: 'string', format: 'uuid', default: 'x' }, 'string (uuid), by default <code>&quot;x&quot;</code>'],
])('describes %j', (schema, text) => {
  expect(describeType(schema)).toBe(text);
});

it('makes the shortest example', () => {
  const schema = {
    type: 'object',
    required: ['name', 'size', 'of'],
    properties: {
      name: { type: 'string' },
      size: { type: 'integer' },
      of: { $ref: '#/components/schemas/Kind' },
      left: { type: 'string' },
    },
  };
  expect(exampleOf(schema, { Kind: { enum: ['a', 'b'] } })).toEqual({ name: '…', size: 1, of: 'a' });
});
