import type { OpenApiDocument, OpenApiOperation } from '#sdk/contract/openapi/document.js';
import { escapeHtml } from '#sdk/i18n/escape-html.js';
import { code, inline, list, table } from './html.ts';
import { describeFields, describeType, exampleOf, type Schemas } from './schema.ts';

export interface Operation {
  method: string;
  /** As in the address, with its prefix. */
  path: string;
  definition: OpenApiOperation;
}

/** Lists the operations by group, without those of HEAD that only repeat a GET. */
export function groupsOf({
  paths,
  servers,
  tags,
}: OpenApiDocument): { name: string; operations: Operation[] }[] {
  const [api] = servers;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, definition]): Operation => {
      const [own] = definition.servers ?? [];
      const base = (own ?? api)?.url ?? '';
      return { method: method.toUpperCase(), path: base === '/' ? path : base + path, definition };
    }),
  );
  const shown = all.filter(({ definition }) => !definition.operationId.endsWith('.head'));
  return tags.map(({ name }) => ({
    name,
    operations: shown.filter(({ definition }) => definition.tags.includes(name)),
  }));
}

interface Context {
  schemas: Schemas;
  /** The names of errors that every operation can answer. */
  common: ReadonlySet<string>;
}

/** The section of one operation. */
export function describeOperation(operation: Operation, { schemas, common }: Context): string {
  const { method, path, definition } = operation;
  const { operationId, summary, description } = definition;
  const heading = `<h3 id="${operationId}"><a href="#${operationId}"><b>${method}</b> ${escapeHtml(path)}</a></h3>`;
  const paragraphs = description.split('\n\n').map((text) => `<p>${inline(text)}</p>`);
  return `<section class="operation" aria-labelledby="${operationId}">${heading}
<p class="summary">${inline(summary)}</p>${paragraphs.join('')}
${describeParameters(definition)}${describeBody(definition)}${describeAnswers(definition)}${describeErrors(definition, common)}
<h4>Example</h4><pre tabindex="0"><code>${escapeHtml(curlOf(operation, schemas))}</code></pre></section>`;
}

function describeParameters({ operationId, parameters }: OpenApiOperation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description, schema }) => [
    code(name),
    `${place}${required ? '' : ', <em>optional</em>'}`,
    `${describeType(schema)}${description === undefined ? '' : `. ${inline(description)}`}`,
  ]);
  return table({ caption: `Parameters of ${operationId}`, heads: ['Parameter', 'In', 'Value'], rows });
}

function describeBody({ requestBody }: OpenApiOperation): string {
  if (!requestBody) return '';
  const { required, description, content } = requestBody;
  const parts = Object.entries(content).map(
    ([type, { schema }]) =>
      `<p>${code(type)}${schema ? `: ${describeType(schema)}` : ''}</p>${schema ? describeFields(schema) : ''}`,
  );
  const note = description === undefined ? '' : `<p>${inline(description)}</p>`;
  return `<h4>Body${required ? '' : ' (optional)'}</h4>${note}${parts.join('')}`;
}

type Answer = Exclude<OpenApiOperation['responses'][string], { $ref: string }>;

const answersOf = (
  { responses }: OpenApiOperation,
  wanted: (status: number) => boolean,
): [string, Answer][] =>
  Object.entries(responses).filter(
    (entry): entry is [string, Answer] => !('$ref' in entry[1]) && wanted(Number(entry[0])),
  );

function describeAnswers(definition: OpenApiOperation): string {
  const answers = answersOf(definition, (status) => status < 400).map(
    ([status, { description, headers, content }]) => {
      const named = Object.entries(headers ?? {}).map(
        ([name, { description: text }]) => `${code(name)} ${inline(typeof text === 'string' ? text : '')}`,
      );
      const bodies = Object.entries(content ?? {}).map(([type, { schema }]) =>
        schema
          ? `<p>${code(type)}: ${describeType(schema)}</p>${describeFields(schema)}`
          : `<p>${code(type)}</p>`,
      );
      return `<p><b>${status}</b> ${inline(description)}</p>${list(named)}${bodies.join('')}`;
    },
  );
  return `<h4>Response</h4>${answers.join('')}`;
}

/** Each line of the description is an error of this status; those of every operation are among them. */
function describeErrors(definition: OpenApiOperation, common: ReadonlySet<string>): string {
  const rows = answersOf(definition, (status) => status >= 400).flatMap(([status, { description }]) =>
    errorsIn(description)
      .filter(({ name }) => !common.has(name))
      .map(({ name, text }) => [code(name), status, inline(text)]),
  );
  const others = '<p>And <a href="#common-errors">the errors of every operation</a>.</p>';
  if (rows.length === 0) return `<h4>Errors</h4>${others}`;
  const caption = `Errors of ${definition.operationId}`;
  return `<h4>Errors</h4>${table({ caption, heads: ['Error', 'Status', 'Text'], rows })}${others}`;
}

/** Reads the lines of the description of an error response. */
export function errorsIn(description: string): { name: string; text: string }[] {
  return description.split('\n').flatMap((line) => {
    const [, name, text = ''] = /^- `(\w+)`(?:: (.*))?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, text }];
  });
}

/** A command for a POSIX shell, with the variables that the introduction sets. */
export function curlOf({ method, path, definition }: Operation, schemas: Schemas): string {
  const { parameters, requestBody, security } = definition;
  const required = parameters.filter((parameter) => parameter.required);
  const query = required
    .filter(({ in: place }) => place === 'query')
    .map(({ name }) => `${name}=${name.toUpperCase()}`);
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const address = `"$SERVER${place}${query.length > 0 ? `?${query.join('&')}` : ''}"`;
  const headers = required
    .filter(({ in: where }) => where === 'header')
    .map(
      ({ name, schema }) => `-H '${name}: ${typeof schema['const'] === 'string' ? schema['const'] : '…'}'`,
    );
  const isOpen = security.some((way) => Object.keys(way).length === 0);
  const arguments_ = [
    ...(method === 'GET' ? [] : [method === 'HEAD' ? '--head' : `-X ${method}`]),
    address,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...headers,
    ...bodyOf(requestBody, schemas),
  ];
  return `curl ${arguments_.join(' \\\n  ')}`;
}

function bodyOf(requestBody: OpenApiOperation['requestBody'], schemas: Schemas): string[] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined) return [];
  if (type === 'multipart/form-data') return ['-F file=@FILE'];
  if (type !== 'application/json')
    return [...(type === '*/*' ? [] : [`-H 'Content-Type: ${type}'`]), '--data-binary @FILE'];
  const json = JSON.stringify(exampleOf(content?.schema ?? {}, schemas)).replaceAll("'", "'\\''");
  return [`-H 'Content-Type: ${type}'`, `--data '${json}'`];
}
