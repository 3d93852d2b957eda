import type { JsonSchema } from '#sdk/contract/openapi/schemas.js';
import { code, inline, list } from './html.ts';

/** JSON Schema as the OpenAPI document has it, for people and as examples. */

export type Schemas = Readonly<Record<string, JsonSchema>>;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const nameIn = (schema: JsonSchema) =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1) : null;

const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  isSchema(schema['properties'])
    ? Object.entries(schema['properties']).filter((entry): entry is [string, JsonSchema] =>
        isSchema(entry[1]),
      )
    : [];

const isRequired = (schema: JsonSchema, name: string) =>
  Array.isArray(schema['required']) && schema['required'].includes(name);

/** The type of a value in one line: `string (uuid), 1 to 30 characters`. */
export function describeType(schema: JsonSchema): string {
  const name = nameIn(schema);
  if (name !== null) return `<a href="#schema-${name}">${name}</a>`;
  if ('const' in schema) return code(JSON.stringify(schema['const']));
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((value) => code(JSON.stringify(value))).join(' or ');
  }
  const choices = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])];
  if (choices.length > 0) return [...new Set(choices.map(describeType))].join(' or ');
  const parts = schemasIn(schema['allOf']);
  if (parts.length > 0) return parts.map(describeType).join(' and ');
  return [describeKind(schema), ...describeLimits(schema)].join(', ');
}

function describeKind(schema: JsonSchema): string {
  const { type, format, items, prefixItems, additionalProperties } = schema;
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') {
    const parts = schemasIn(prefixItems);
    if (parts.length > 0) return `array of ${parts.map(describeType).join(', ')}`;
    return isSchema(items) ? `array of ${describeType(items)}` : 'array';
  }
  if (type === 'object' && isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    return `object whose values are ${describeType(additionalProperties)}`;
  }
  const base = typeof type === 'string' ? type : 'any value';
  return typeof format === 'string' ? `${base} (${format})` : base;
}

const limits: readonly { least: string; most: string; unit: string }[] = [
  { least: 'minLength', most: 'maxLength', unit: ' characters' },
  { least: 'minimum', most: 'maximum', unit: '' },
  { least: 'minItems', most: 'maxItems', unit: ' entries' },
];

function describeLimits(schema: JsonSchema): string[] {
  const texts = limits.flatMap(({ least, most, unit }) => {
    const from = numberIn(schema[least]);
    const to = numberIn(schema[most]);
    if (from !== null && to !== null) return [`${from} to ${to}${unit}`];
    if (from !== null) return [`at least ${from}${unit}`];
    return to === null ? [] : [`at most ${to}${unit}`];
  });
  const { pattern, default: fallback } = schema;
  return [
    ...texts,
    ...(typeof pattern === 'string' ? [`matches ${code(pattern)}`] : []),
    ...(fallback === undefined ? [] : [`by default ${code(JSON.stringify(fallback))}`]),
  ];
}

/** Null for what only says that a number is an integer that JavaScript can hold. */
const numberIn = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;

/** A list of the fields of an object, those of objects inside it too. */
export function describeFields(schema: JsonSchema): string {
  const fields = propertiesOf(schema).map(([name, field]) => {
    const text = typeof field['description'] === 'string' ? `. ${inline(field['description'])}` : '';
    const optional = isRequired(schema, name) ? '' : ' <em>optional</em>';
    return `${code(name)} <span>${describeType(field)}</span>${optional}${text}${describeFields(field)}`;
  });
  const inside = [schema['items'], ...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])].filter(
    isSchema,
  );
  return list(fields, 'fields') + inside.map(describeFields).join('');
}

/** A short value that the schema describes, with the fields that it requires. */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const name = nameIn(schema);
  if (name !== null) return exampleOf(schemas[name] ?? {}, schemas);
  if (schema['default'] !== undefined) return schema['default'];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [choice] = [
    ...schemasIn(schema['anyOf']),
    ...schemasIn(schema['oneOf']),
    ...schemasIn(schema['allOf']),
  ];
  if (choice) return exampleOf(choice, schemas);
  if (schema['type'] === 'array') {
    const items = isSchema(schema['items']) ? [schema['items']] : schemasIn(schema['prefixItems']);
    return items.map((item) => exampleOf(item, schemas));
  }
  if (schema['type'] === 'object') {
    const required = propertiesOf(schema).filter(([field]) => isRequired(schema, field));
    return Object.fromEntries(required.map(([field, inner]) => [field, exampleOf(inner, schemas)]));
  }
  return simpleExamples[String(schema['format'] ?? schema['type'])] ?? '…';
}

const simpleExamples: Readonly<Record<string, unknown>> = {
  'date-time': '2026-12-31T12:00:00.000Z',
  email: 'ann@example.org',
  uri: 'https://example.org',
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
};
