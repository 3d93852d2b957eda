import { configKeys } from '#sdk/contract/config.js';
import { errorCatalogue, issueCodes } from '#sdk/contract/errors.js';
import { pathProblems } from '#sdk/contract/paths.js';
import { commands } from '../../../cli/commands.ts';
import { GlobalOptions } from '../../../cli/global-options.ts';
import { optionsFrom } from '../../../cli/option-specs.ts';

/** Keys that are put together at run time: the endings that follow a beginning. */
export interface Family {
  /** Each must have a text. */
  required: readonly string[];
  /** May have one. */
  optional?: readonly string[];
}

const loaded = await Promise.all(commands.map((entry) => entry.load()));
const options = [GlobalOptions, ...loaded.map((command) => command.options)].flatMap(optionsFrom);

export const families: Readonly<Record<string, Family>> = {
  'errors.': { required: Object.keys(errorCatalogue) },
  'validation.': { required: issueCodes },
  'paths.': { required: pathProblems },
  'config.': { required: configKeys.flatMap((key) => [`${key}.label`, `${key}.help`]) },
  'cli.args.': { required: loaded.flatMap(({ args = [] }) => args.map(({ name }) => name)) },
  'cli.options.': {
    required: options.filter(({ description }) => description === undefined).map(({ key }) => key),
    // A text of its own goes before the description in the contract.
    optional: options.map(({ key }) => key),
  },
};

/** The parameters that the texts of errors must have, exactly. */
export const errorParams = new Map(
  Object.entries(errorCatalogue).map(([code, spec]) => [
    `errors.${code}`,
    new Set<string>('params' in spec ? spec.params : []),
  ]),
);
