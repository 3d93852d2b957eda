const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON text (RFC 8259) only if it means the same to every reader. Bytes that are not UTF-8 would silently
 * become other characters; of two members with the same name, some readers use the first; and `__proto__` is more than
 * a name to some.
 *
 * @throws SyntaxError, TypeError
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = utf8.decode(bytes);
  const value: unknown = JSON.parse(text);
  // The text is well-formed: each member has one colon outside of strings, and members with the same name were merged.
  if (countMembers(value) < countColons(text)) throw new SyntaxError('an object has the same name twice');
  return value;
}

function countMembers(root: unknown): number {
  const open = isObject(root) ? [root] : [];
  let count = 0;
  for (let value = open.pop(); value; value = open.pop()) {
    if (Object.hasOwn(value, '__proto__')) throw new SyntaxError('a member is called __proto__');
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (children !== value) count += children.length;
    for (const child of children) if (isObject(child)) open.push(child);
  }
  return count;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

function countColons(text: string): number {
  let count = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) isQuoted = !isQuoted;
    else if (sign === backslash) at += 1;
    else if (sign === colon && !isQuoted) count += 1;
  }
  return count;
}
