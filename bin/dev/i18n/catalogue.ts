/** A catalogue as pairs of key and text, with the plural forms of a text under one key. */

export type Messages = ReadonlyMap<string, readonly string[]>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Flattens nested groups: `{ web: { files_one, files_other } }` has one key, `web.files`, with two texts. */
export function flattenCatalogue(group: object, prefix = ''): Map<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const [name, value] of Object.entries(group) as [string, unknown][]) {
    const key = prefix + name;
    if (typeof value === 'string') {
      const stem = key.replace(pluralSuffix, '');
      messages.set(stem, [...(messages.get(stem) ?? []), value]);
    } else if (typeof value === 'object' && value !== null) {
      for (const entry of flattenCatalogue(value, `${key}.`)) messages.set(...entry);
    }
  }
  return messages;
}

/** Returns the names between braces. */
export function placeholdersOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))));
}
