import * as z from 'zod/mini';
import { type EndpointDefinition, statusOf } from '../endpoint.ts';
import { commonErrors, type ErrorCode, errorCatalogue } from '../errors.ts';
import { accessTexts, keyTexts, type Security, securityOf, securitySchemes } from './access.ts';
import {
  describeEntities,
  errorSchema,
  type JsonSchema,
  schemaOrReference,
  toJsonSchema,
} from './schemas.ts';
import {
  describeForm,
  describePut,
  describeStream,
  describeTus,
  type TransferDescription,
} from './transfers.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Response {
  description: string;
  headers?: Record<string, JsonSchema>;
  content?: Record<string, { schema?: JsonSchema }>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  /** Set only if the path is not below that of the document. */
  servers?: readonly { url: string }[];
  security: Security;
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; description?: string; content: Record<string, { schema?: JsonSchema }> };
  responses: Record<string, Response | { $ref: string }>;
}

/** An OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). */
export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string }[];
  tags: readonly { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    securitySchemes: typeof securitySchemes;
  };
}

export interface OpenApiOptions {
  /** Version of the program. */
  version: string;
  /** English texts by error code, shown next to the codes. */
  errorTexts?: Readonly<Partial<Record<ErrorCode, string>>>;
}

type Endpoints = Readonly<Record<string, Readonly<Record<string, EndpointDefinition>>>>;

/** Describes a table of endpoints as an OpenAPI 3.1 document; operations are named `feature.endpoint`. */
export function buildOpenApi(endpoints: Endpoints, options: OpenApiOptions): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [feature, group] of Object.entries(endpoints)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const operations = (paths[endpoint.path.replaceAll(/[:*](\w+)/g, '{$1}')] ??= {});
      const operation = describeEndpoint(`${feature}.${name}`, endpoint, options);
      operations[endpoint.method.toLowerCase()] = operation;
      if (endpoint.kind === 'stream' && endpoint.method === 'GET')
        operations['head'] = describeHead(operation);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fileshare',
      version: options.version,
      description: 'Self-hosted file sharing. Times are UTC (ISO 8601), sizes are bytes.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: Object.keys(endpoints).map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...describeEntities(), Error: errorSchema(Object.keys(errorCatalogue)) },
      responses: { CommonError: errorResponse(commonErrors, options) },
      securitySchemes,
    },
  };
}

function describeEndpoint(
  id: string,
  endpoint: EndpointDefinition,
  options: OpenApiOptions,
): OpenApiOperation {
  const transfer = describeTransfer(endpoint);
  const requestBody = transfer?.requestBody ?? describeBody(endpoint);
  return {
    operationId: id,
    tags: [id.slice(0, id.indexOf('.'))],
    summary: endpoint.summary,
    description: [accessTexts[endpoint.access], keyTexts[endpoint.apiKey], transfer?.note]
      .filter(Boolean)
      .join('\n\n'),
    ...(endpoint.base !== undefined && { servers: [{ url: '/' }] }),
    security: securityOf(endpoint),
    parameters: [
      ...describeFields(endpoint.params, 'path'),
      ...describeFields(endpoint.query, 'query'),
      ...(transfer?.requestHeaders ?? []).map((header) => ({ ...header, in: 'header' as const })),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...(transfer?.responses ?? describeSuccess(endpoint)),
      ...describePending(endpoint.pending),
      ...describeErrors(endpoint.errors, options),
    },
  };
}

function describeTransfer(endpoint: EndpointDefinition): TransferDescription | undefined {
  if (endpoint.kind === 'stream') return describeStream(endpoint.mediaType);
  if (endpoint.kind === 'put' && endpoint.response) {
    return describePut(schemaOrReference(endpoint.response, 'output'));
  }
  return endpoint.kind === 'tus' ? describeTus(endpoint) : undefined;
}

function describeHead(get: OpenApiOperation): OpenApiOperation {
  const responses = Object.entries(get.responses).map(([status, response]) => {
    if ('$ref' in response) return [status, { description: 'The error of GET, without its body' }];
    const { content, ...rest } = response;
    return [status, rest];
  });
  return {
    ...get,
    operationId: `${get.operationId}.head`,
    summary: `The headers of: ${get.summary}`,
    responses: Object.fromEntries(responses) as OpenApiOperation['responses'],
  };
}

function describeFields(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  // Parameters are sent as text. The parsed type describes them better, but marks fields with a default as required.
  const { properties = {} } = toJsonSchema(schema, 'output') as { properties?: Record<string, JsonSchema> };
  const { required = [] } = toJsonSchema(schema, 'input') as { required?: string[] };
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = field;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
    };
  });
}

function describeBody({ body, file }: EndpointDefinition): OpenApiOperation['requestBody'] {
  if (file) return describeForm(file);
  if (!body) return undefined;
  const isOptional = z.safeParse(body, undefined).success;
  return {
    required: !isOptional,
    content: { 'application/json': { schema: schemaOrReference(body, 'input') } },
  };
}

function describePending(schema: z.ZodMiniType | undefined): Record<string, Response> {
  if (!schema) return {};
  return {
    '202': {
      description: 'It is being prepared; try again later',
      headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
      content: { 'application/json': { schema: schemaOrReference(schema, 'output') } },
    },
  };
}

function describeSuccess(endpoint: EndpointDefinition): Record<string, Response> {
  const status = String(statusOf(endpoint));
  if (endpoint.kind === 'redirect') return { [status]: describeRedirect() };
  if (!endpoint.response) return { [status]: { description: 'Done' } };
  const schema = schemaOrReference(endpoint.response, 'output');
  return { [status]: { description: 'Done', content: { 'application/json': { schema } } } };
}

function describeRedirect(): Response {
  const headers = {
    Location: { description: 'Where to go next', schema: { type: 'string', format: 'uri' } },
  };
  return { description: 'Always a redirect; the next page shows what happened', headers };
}

/**
 * Describes one response per status. An endpoint's own response hides the common one, so it also lists the common
 * errors of its status.
 */
function describeErrors(codes: readonly ErrorCode[], options: OpenApiOptions): OpenApiOperation['responses'] {
  const responses: OpenApiOperation['responses'] = {};
  for (const status of new Set(codes.map((code) => errorCatalogue[code].status))) {
    const all = new Set([...codes, ...commonErrors]);
    const ofStatus = [...all].filter((code) => errorCatalogue[code].status === status);
    responses[String(status)] = errorResponse(ofStatus, options);
  }
  return { ...responses, default: { $ref: '#/components/responses/CommonError' } };
}

function errorResponse(codes: readonly ErrorCode[], { errorTexts = {} }: OpenApiOptions): Response {
  const lines = codes.map((code) => `- \`${code}\`${errorTexts[code] ? `: ${errorTexts[code]}` : ''}`);
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: codes } } }],
  };
  return { description: lines.join('\n'), content: { 'application/json': { schema } } };
}
