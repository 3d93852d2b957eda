import { configCategories, configRow } from '#sdk/contract/config.js';
import type { SourceSetting } from '../model.ts';
import type { Planning } from './plan.ts';
import { findAccepted } from './rehearse-settings.ts';

/**
 * Chooses the settings that are not set here and are accepted. Secrets come after what says where they are sent, and
 * switches last: they need what they turn on, and some need other switches.
 */
export async function planSettings({ core, source, note, count }: Planning): Promise<SourceSetting[]> {
  const known = new Map(
    configCategories.flatMap((category) =>
      core.config.listCategory(category).map((variable) => [variable.key, variable] as const),
    ),
  );
  const chosen = source.settings.filter(({ name, key, value }) => {
    count('settings', 'found');
    const here = known.get(key);
    const isEqual =
      here !== undefined && (here.isSecret ? here.isSet : (here.value ?? here.defaultValue) === value);
    if (isEqual) {
      count('settings', 'present');
      return false;
    }
    if (!here || here.isSet || here.lockedBy !== null) {
      count('settings', 'left');
      note('setting_kept', name, key);
      return false;
    }
    return true;
  });
  const rankOf = ({ key }: SourceSetting) =>
    /enable/i.test(key) ? 2 + depthOf(key) : Number(known.get(key)?.isSecret);
  const ordered = chosen.toSorted((a, b) => rankOf(a) - rankOf(b));
  const accepted = ordered.length === 0 ? new Set() : await findAccepted(core, ordered);
  return ordered.filter((setting) => {
    const isAccepted = accepted.has(setting);
    count('settings', isAccepted ? 'imported' : 'left');
    if (!isAccepted) note('setting_refused', setting.name, setting.key);
    return isAccepted;
  });
}

/** How many settings must be set one after the other before this one can be. */
function depthOf(key: string): number {
  const { requires = [] } = configRow(key);
  return requires.length === 0 ? 0 : 1 + Math.max(...requires.map(depthOf));
}
