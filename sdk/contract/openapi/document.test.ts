import { describe, expect, it } from 'vitest';
import { api, fullPath } from '../api.ts';
import type { EndpointDefinition } from '../endpoint.ts';
import { errorCatalogue } from '../errors.ts';
import { buildOpenApi, type OpenApiOperation } from './document.ts';

const endpoints: Record<string, Record<string, EndpointDefinition>> = api;
const document = buildOpenApi(api, { version: '1.2.3', errorTexts: { share_not_found: 'Share not found.' } });

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function operationOf(id: string): OpenApiOperation {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.operation;
}

/** Every `$ref` of a JSON value. */
function listReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : listReferences(child),
  );
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

describe('the OpenAPI document', () => {
  it('holds every endpoint of the contract, and HEAD beside every download', () => {
    const expected = Object.entries(endpoints).flatMap(([feature, group]) =>
      Object.entries(group).flatMap(([name, { kind, method }]) =>
        kind === 'stream' && method === 'GET'
          ? [`${feature}.${name}`, `${feature}.${name}.head`]
          : [`${feature}.${name}`],
      ),
    );
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(expected.sort());
  });

  it('is plain JSON without undefined values', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('refers only to what it contains', () => {
    const references = listReferences(document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) expect(resolve(reference), reference).toBeDefined();
  });

  it('describes every entity, instead of referring to itself', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect([name, schema]).not.toEqual([name, { $ref: `#/components/schemas/${name}` }]);
    }
    expect(document.components.schemas['CreateShare']).toMatchObject({
      type: 'object',
      properties: { expiration: { type: 'string' } },
    });
  });

  it('declares every parameter of a path, and no other', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort());
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it('leaves no JSON Schema dialect or local definitions behind', () => {
    expect(JSON.stringify(document)).not.toMatch(/\$schema|\$defs/);
  });

  it('gives every operation an answer of success and the common errors', () => {
    for (const { operation } of operations) {
      expect(Object.keys(operation.responses).some((status) => /^(2..|303)$/.test(status))).toBe(true);
      expect(operation.responses).toHaveProperty('default');
    }
  });

  it('lists the errors of an endpoint under their status, with the common ones of that status', () => {
    const { responses } = operationOf('shares.get');
    const answer = responses['403'];
    expect(answer).toMatchObject({
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              {
                properties: {
                  error: {
                    enum: expect.arrayContaining(['share_password_required', 'forbidden']) as string[],
                  },
                },
              },
            ],
          },
        },
      },
    });
    expect(responses['404']).toMatchObject({
      description: expect.stringContaining('`share_not_found`: Share not found.') as string,
    });
  });

  it('describes a query as it is parsed, and asks only for what must be given', () => {
    const limit = operationOf('shares.list').parameters.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    });
  });

  it('asks for a body only where one is needed', () => {
    expect(operationOf('auth.signIn').requestBody?.required).toBe(true);
    expect(operationOf('shares.open').requestBody?.required).toBe(false);
  });

  it('describes downloads with ranges, and HEAD without a body', () => {
    const download = operationOf('files.download');
    expect(download.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Range', 'If-Range']),
    );
    expect(download.responses).toHaveProperty('206');
    const head = operationOf('files.download.head');
    expect(head.responses['200']).not.toHaveProperty('content');
  });

  it('describes uploads with the headers of the tus protocol', () => {
    const append = operationOf('uploads.append');
    expect(append.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['uploadId', 'Tus-Resumable', 'Upload-Offset']),
    );
    expect(append.requestBody?.content).toHaveProperty(['application/offset+octet-stream']);
    expect(append.responses).toHaveProperty('204');
  });

  it('asks for a session exactly where the endpoint does', () => {
    expect(operationOf('configs.update').security).not.toContainEqual({});
    expect(operationOf('configs.list').security).toContainEqual({});
  });

  it('says what an API key needs, and that it is refused where accounts change', () => {
    expect(operationOf('shares.list').security).toContainEqual({ apiKey: ['shares:read'] });
    expect(operationOf('shares.list').description).toContain('`shares:read`');
    expect(operationOf('shares.get').security).toContainEqual({ apiKey: [] });
    const { security, description } = operationOf('apiKeys.create');
    expect(security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(description).toContain('API keys are refused');
  });

  it('says which paths are not below that of the document, and that they take the password', () => {
    expect(document.paths['/d/{id}/{path}']?.['get']).toMatchObject({
      operationId: 'direct.file',
      servers: [{ url: '/' }],
      security: expect.arrayContaining([{ basicPassword: [] }, { sharePassword: [] }]) as unknown,
    });
    expect(operationOf('files.download')).not.toHaveProperty('servers');
    expect(operationOf('files.download').security).not.toContainEqual({ basicPassword: [] });
  });

  it('describes a file that is put: text or JSON out, and the key as a password', () => {
    const { parameters, responses, security } = operationOf('uploads.put');
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'filename',
      'Content-Length',
    ]);
    expect(responses['201']).toMatchObject({
      content: {
        'text/plain': {},
        'application/json': { schema: { $ref: '#/components/schemas/OwnerShare' } },
      },
    });
    expect(security).toContainEqual({ basicKey: [] });
    expect(operationOf('shares.create').security).not.toContainEqual({ basicKey: [] });
  });

  it('promises ranges only where bytes are stored, not where lines are written', () => {
    const { parameters, responses } = operationOf('audit.export');
    expect(parameters.filter((parameter) => parameter.in === 'header')).toEqual([]);
    expect(responses['200']).toMatchObject({ content: { 'application/x-ndjson': {} } });
    expect(responses).not.toHaveProperty('206');
  });
});

describe('the table of endpoints', () => {
  const all = Object.entries(endpoints).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({ id: `${feature}.${name}`, endpoint })),
  );

  it('has every method and path once, whatever the names of the parameters', () => {
    const routes = all.map(
      ({ endpoint }) => `${endpoint.method} ${fullPath(endpoint).replaceAll(/:\w+/g, ':')}`,
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(all)('$id has a schema for each parameter of its path', ({ endpoint }) => {
    const inPath = [...endpoint.path.matchAll(/[:*](\w+)/g)].map(([, name]) => String(name));
    expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(inPath.sort());
  });

  it.each(all)('$id declares known errors, each once', ({ endpoint }) => {
    const codes: readonly string[] = endpoint.errors;
    for (const code of codes) expect(Object.keys(errorCatalogue)).toContain(code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(all)('$id takes no body where the method has none', ({ endpoint }) => {
    expect(endpoint.body === undefined || !['GET', 'HEAD'].includes(endpoint.method)).toBe(true);
  });
});
