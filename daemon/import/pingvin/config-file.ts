/**
 * Reads the texts of a `config.yaml` of Pingvin Share, by `category.name`. The file has two levels; texts are plain,
 * quoted, or blocks of lines. Anything else is left out.
 */
export function readConfigFile(content: string): Map<string, string> {
  const texts = new Map<string, string>();
  const lines = content.split(/\r?\n/);
  let category = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, name] = /^([\w-]+):\s*(?:#.*)?$/.exec(line) ?? [];
    if (name) category = name;
    const [, indent = '', key, rest = ''] = /^(\s+)([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (!key || category === '') continue;
    const [, style] = /^([|>])[+-]?\s*$/.exec(rest) ?? [];
    if (!style) {
      texts.set(`${category}.${key}`, readScalar(rest));
      continue;
    }
    const block = takeBlock(lines.slice(at + 1), indent.length);
    at += block.length;
    texts.set(`${category}.${key}`, joinBlock(block, style));
  }
  return texts;
}

function readScalar(text: string): string {
  const [, double] = /^("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  if (double) return readDouble(double);
  const [, single] = /^'((?:[^']|'')*)'/.exec(text) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  return text.replace(/(?:^|\s)#.*$/, '').trim();
}

/** The escapes that JSON knows are the ones that texts have. */
function readDouble(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function takeBlock(lines: readonly string[], indent: number): string[] {
  const end = lines.findIndex(
    (line) => line.trim() !== '' && line.length - line.trimStart().length <= indent,
  );
  return lines.slice(0, end === -1 ? lines.length : end);
}

function joinBlock(lines: readonly string[], style: string): string {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const indent = first.length - first.trimStart().length;
  const texts = lines.map((line) => line.slice(indent));
  return texts.join(style === '|' ? '\n' : ' ').trim();
}
