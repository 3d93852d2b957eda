import { configKeys } from '#sdk/contract/config.js';
import { errorCatalogue, issueCodes } from '#sdk/contract/errors.js';
import { pathProblems } from '#sdk/contract/paths.js';

/** Keys that are put together at run time: the beginning of each, and all endings that can follow. */
export const families: Readonly<Record<string, readonly string[]>> = {
  'errors.': Object.keys(errorCatalogue),
  'validation.': issueCodes,
  'paths.': pathProblems,
  'config.': configKeys.flatMap((key) => [`${key}.label`, `${key}.help`]),
};

/** The parameters that the texts of errors must have, exactly. */
export const errorParams = new Map(
  Object.entries(errorCatalogue).map(([code, spec]) => [
    `errors.${code}`,
    new Set<string>('params' in spec ? spec.params : []),
  ]),
);
