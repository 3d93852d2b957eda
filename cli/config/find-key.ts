import { type ConfigKey, configCategories, configKeys, isConfigKey } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { findSimilar } from '#sdk/contract/similar.js';
import { CliError, HintedError } from '../errors/cli-error.ts';

/**
 * Finds the variable with exactly this name, because changing the wrong one would not be noticed.
 *
 * @throws HintedError of `config_unknown`, which names the one that was probably meant
 */
export function findConfigKey(name: string): ConfigKey {
  if (isConfigKey(name)) return name;
  const similar = findSimilar(name, configKeys) ?? findByLastPart(name);
  throw new HintedError(
    new AppError('config_unknown', { key: name }),
    similar
      ? { key: 'cli.hints.config_similar', params: { key: similar } }
      : { key: 'cli.hints.config_list' },
  );
}

/** @throws CliError `notFound`, which names the categories */
export function findConfigCategory(name: string): string {
  if (configCategories.includes(name)) return name;
  throw new CliError({
    exit: 'notFound',
    key: 'cli.errors.config_category_unknown',
    params: { category: name },
    hint: { key: 'cli.hints.config_categories', params: { categories: configCategories.join(', ') } },
  });
}

/** `maxSize` for `share.maxSize`. */
function findByLastPart(name: string): ConfigKey | undefined {
  const lastPart = (key: string) => key.slice(key.search(/[.-]\w+$/) + 1);
  const wanted = findSimilar(lastPart(name), configKeys.map(lastPart));
  return configKeys.find((key) => lastPart(key) === wanted);
}
