/** What membership in a group of a provider, the directory or the proxy gives. */
export interface GroupRule {
  group: string;
  grants: { isAdmin: true } | { quota: number };
}

const units = { kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/**
 * Reads `groups.rules`: one rule a line, `group => admin`, `group => quota 50 GB` or `group => quota none`.
 * Empty lines and those that begin with `#` are skipped. Null: a line is not a rule.
 */
export function parseGroupRules(text: string): GroupRule[] | null {
  const rules = listLines(text).map(parseRule);
  return rules.every((rule) => rule !== null) ? rules : null;
}

/** Lists the lines of a text that are neither empty nor comments. */
export function listLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function parseRule(line: string): GroupRule | null {
  const [, group, grant = ''] = /^(.*\S)\s*=>\s*(.*)$/.exec(line) ?? [];
  if (group === undefined) return null;
  if (grant === 'admin') return { group, grants: { isAdmin: true } };
  if (grant === 'quota none') return { group, grants: { quota: 0 } };
  const [, amount, unit] = /^quota (\d{1,6}(?:\.\d{1,3})?) ?(kB|MB|GB|TB)$/.exec(grant) ?? [];
  const quota = unit === undefined ? 0 : Math.round(Number(amount) * units[unit as keyof typeof units]);
  // 0 would mean no limit.
  return quota > 0 ? { group, grants: { quota } } : null;
}
