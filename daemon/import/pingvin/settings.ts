import { configRegistry } from '#sdk/contract/config.js';
import type { ImportFinding } from '#sdk/contract/host/imports.js';
import type { SourceSetting } from '../model.ts';
import { type Row, textOf } from '../source-database.ts';
import { readGroupSettings } from './group-settings.ts';
import { counterpartOf } from './setting-table.ts';

/** Its change would lock out everybody who uses this server at another address. */
const toDo = new Set(['appUrl']);

/** Secrets of the program itself. */
const internal = new Set(['jwtSecret', 'setupStatus', 'setupFinished']);

/** Restrictions on who may sign in at a provider, with the switch that must stay off without them. */
const limits: Readonly<Record<string, string>> = {
  'oauth.discord-limitedUsers': 'oauth.discord-enabled',
  'oauth.oidc-roleGeneralAccess': 'oauth.oidc-enabled',
};

/** A setting as it applies in the program. */
export interface EffectiveText {
  category: string;
  name: string;
  /** The category and the name. */
  full: string;
  value: string;
  isDefault: boolean;
}

interface Settings {
  settings: SourceSetting[];
  findings: ImportFinding[];
  /** Number of those that are left out, each with a finding. */
  left: number;
}

/** Maps what applies there to our variables. */
export function readSettings(rows: readonly Row[], file: ReadonlyMap<string, string>): Settings {
  const texts = effectiveTexts(rows, file);
  const valueOf = (full: string) => texts.find((text) => text.full === full)?.value ?? null;
  const groups = readGroupSettings(valueOf);
  const settings = [...groups.settings];
  const findings = [...groups.findings];
  for (const text of texts) {
    if (groups.names.has(text.full)) continue;
    const found = mapText(text, valueOf);
    if (found && 'key' in found) settings.push(found);
    else if (found) findings.push(found);
  }
  const closed = findings.flatMap(({ name }) => {
    const key = limits[name];
    return key !== undefined && settings.some((setting) => setting.key === key) ? [{ key, name }] : [];
  });
  for (const { key, name } of closed) findings.push({ code: 'provider_closed', name: key, detail: name });
  return {
    settings: settings.filter(({ key }) => !closed.some((one) => one.key === key)),
    findings,
    left: findings.length,
  };
}

function mapText(
  text: EffectiveText,
  valueOf: (full: string) => string | null,
): SourceSetting | ImportFinding | null {
  const { name, full, value, isDefault } = text;
  const own = counterpartOf(text);
  const matters = own?.atDefault !== undefined && (!own.onlyWith || valueOf(own.onlyWith) === 'true');
  if (isDefault && !matters) return null;
  if (!own) return { code: toDo.has(name) ? 'setting_to_do' : 'setting_left', name: full };
  const converted = own.convert ? own.convert(value) : value;
  if (isDefault && (converted === null || converted === String(configRegistry[own.key].default))) return null;
  if (converted === null) return { code: 'setting_value_left', name: full, detail: value };
  if (isDefault && own.atDefault === 'told') return { code: 'setting_default', name: full, detail: value };
  return { name: full, key: own.key, value: converted };
}

/** A value takes precedence over the default, and the file over both. */
function effectiveTexts(rows: readonly Row[], file: ReadonlyMap<string, string>): EffectiveText[] {
  const texts = new Map<string, EffectiveText>();
  const defaults = new Map<string, string | null>();
  const set = (full: string, given: string | null) => {
    const [category = '', name = ''] = full.split(/\.(.*)/);
    const standard = defaults.get(full) ?? null;
    const value = given ?? standard;
    if (value === null || internal.has(name) || category === 'internal' || category === 'initUser') return;
    texts.set(full, { category, name, full, value, isDefault: value === standard });
  };
  for (const row of rows) {
    const full = `${textOf(row['category']) ?? ''}.${textOf(row['name']) ?? ''}`;
    defaults.set(full, textOf(row['defaultValue']));
    set(full, textOf(row['value']));
  }
  for (const [full, value] of file) set(full, value || null);
  return [...texts.values()];
}
