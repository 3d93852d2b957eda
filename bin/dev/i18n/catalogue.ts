/** A catalogue as pairs of key and text, with the plural forms of a text under one key. */

/** The plural form of a text, as CLDR names it; empty: the text has no forms. */
export type Form = Intl.LDMLPluralRule | '';

export type Forms = ReadonlyMap<Form, string>;

export type Messages = ReadonlyMap<string, Forms>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Flattens nested groups: `{ web: { files_one, files_other } }` has one key, `web.files`, with two texts. */
export function flattenCatalogue(group: object, prefix = ''): Messages {
  const messages = new Map<string, Map<Form, string>>();
  for (const [name, value] of Object.entries(group) as [string, unknown][]) {
    const key = prefix + name;
    if (typeof value === 'string') {
      const form = (pluralSuffix.exec(key)?.[1] ?? '') as Form;
      const stem = key.replace(pluralSuffix, '');
      messages.set(stem, (messages.get(stem) ?? new Map<Form, string>()).set(form, value));
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, forms] of flattenCatalogue(value, `${key}.`)) messages.set(inner, new Map(forms));
    }
  }
  return messages;
}

/** Returns the names between braces. */
export function placeholdersOf(texts: Iterable<string>): Set<string> {
  return new Set(
    [...texts].flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))),
  );
}
