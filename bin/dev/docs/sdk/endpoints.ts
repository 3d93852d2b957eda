import * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { code, page, table } from '../markdown.ts';

/** The methods of a client that are endpoints, with what they accept. */
export function endpointsPage(): string {
  const features = Object.entries<Readonly<Record<string, EndpointDefinition>>>(api);
  const sections = features.flatMap(([feature, endpoints]) => {
    const methods = Object.entries(endpoints).filter(([, { kind = 'json' }]) => /^(json|form)$/.test(kind));
    if (methods.length === 0) return [];
    const rows = methods.map(([name, endpoint]) => [
      code(`client.${feature}.${name}`),
      endpoint.summary,
      describeInput(endpoint),
      endpoint.errors.map(code).join(', '),
    ]);
    return [`## ${feature}\n\n${table(['Method', 'What it does', 'Input', 'Errors'], rows)}`];
  });
  return page(
    'Endpoints',
    'Each method takes an input with the parts below, and [`CallOptions`](client.md#calloptions). Fields with `?` are ' +
      'optional. It resolves with the body of the response, and rejects with [`AppError`](errors.md#apperror) when the ' +
      'server refuses and with [`NetworkError`](errors.md#networkerror) when it is not reached. The values are described ' +
      'in [the HTTP API](../openapi.json), and who may call each endpoint in [access](../access.md).',
    ...sections,
  );
}

function describeInput({ params, query, body, file }: EndpointDefinition): string {
  const parts = Object.entries({ params, query, body }).flatMap(([name, schema]) =>
    schema ? [[code(name), ...fieldsOf(schema).map(code)].join(', ').replace(', ', ': ')] : [],
  );
  if (file) parts.push(`${code('file')}: a Blob of ${file.mediaType}, at most ${file.maxBytes} bytes`);
  return parts.join('<br>');
}

function fieldsOf(schema: z.core.$ZodType): string[] {
  const {
    properties = {},
    required = [],
    anyOf = [],
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  const fields = Object.keys(properties).map((name) => name + (required.includes(name) ? '' : '?'));
  return fields.length > 0 ? fields : [...new Set(anyOf.flatMap((one) => Object.keys(one.properties ?? {})))];
}
