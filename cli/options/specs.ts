import * as z from 'zod/mini';

/** One option of the command line, as a field of the schema describes it. */
export interface OptionSpec {
  /** The field: `maxViews`. */
  key: string;
  /** The field of the API that it becomes; the same by default. */
  field: string;
  /** Its help text is `cli.options.<text>`; the name of the field by default. */
  text: string;
  /** `--max-views` */
  long: string;
  /** `-o` */
  short: string | undefined;
  type: 'text' | 'integer' | 'boolean' | 'list';
  /** Placeholder of the value in the help, `--output <DIR|->`. When it is empty, the help shows none. */
  valueName: string;
  /** The value may be left out. */
  optionalValue: boolean;
  /** There is also `--no-…`, which differs from omitting both. */
  negatable: boolean;
  choices: readonly string[] | undefined;
  defaultValue: string | number | boolean | undefined;
  /** From the contract's schema; a text under `cli.options.<key>` takes precedence. */
  description: string | undefined;
}

/** The keys of JSON Schema that are used, and our own, set with `z.meta`. */
interface FieldSchema {
  type?: unknown;
  enum?: readonly unknown[];
  items?: unknown;
  default?: unknown;
  description?: unknown;
  /** Name of the value in the help. */
  value?: unknown;
  short?: unknown;
  optionalValue?: unknown;
  negatable?: unknown;
  /** The field of the API, if it has another name. */
  field?: unknown;
  /** Name of the help text, for fields that share a name but differ in meaning. */
  text?: unknown;
}

/**
 * The options that a schema's fields make: names in kebab-case, types, choices, defaults and help texts come from the
 * contract, so that the command line and the API agree.
 */
export function optionsFrom(schema: z.ZodMiniObject): OptionSpec[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([key, field]) =>
    typeof field === 'boolean' ? [] : [toOption(key, field)],
  );
}

/** Whether the value is a file or folder on this machine: `FILE`, `DIR`, `DIR|-`. */
export function isPathOption({ valueName }: Pick<OptionSpec, 'valueName'>): boolean {
  return /\b(DIR|FILE)\b/.test(valueName);
}

/** `maxViews` → `max-views` */
export function toKebabCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function toOption(key: string, field: FieldSchema): OptionSpec {
  const type = typeOf(field);
  const choices = choicesOf(field);
  return {
    key,
    field: typeof field.field === 'string' ? field.field : key,
    text: typeof field.text === 'string' ? field.text : key,
    long: `--${toKebabCase(key)}`,
    short: typeof field.short === 'string' ? `-${field.short}` : undefined,
    type,
    valueName: typeof field.value === 'string' ? field.value : (choices?.join('|') ?? defaultValueName(type)),
    optionalValue: field.optionalValue === true,
    negatable: field.negatable === true,
    choices,
    defaultValue: readDefault(field.default),
    description: typeof field.description === 'string' ? field.description : undefined,
  };
}

/** The choices of a field; for a list, those of its items. */
function choicesOf({ enum: own, items }: FieldSchema): string[] | undefined {
  if (own) return own.map(String);
  const isSchema = typeof items === 'object' && items !== null && 'enum' in items;
  return isSchema && Array.isArray(items.enum) ? items.enum.map(String) : undefined;
}

function readDefault(value: unknown): OptionSpec['defaultValue'] {
  const isSimple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isSimple ? value : undefined;
}

function typeOf({ type }: FieldSchema): OptionSpec['type'] {
  if (type === 'boolean') return 'boolean';
  if (type === 'integer') return 'integer';
  return type === 'array' ? 'list' : 'text';
}

function defaultValueName(type: OptionSpec['type']): string {
  return type === 'integer' ? 'N' : 'TEXT';
}
