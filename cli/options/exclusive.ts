import { CliError } from '../errors/cli-error.ts';
import { toKebabCase } from './specs.ts';

/**
 * Refuses the first of these options that was given, because it has no meaning together with `option`.
 *
 * @throws CliError `usage`
 */
export function refuseTogether(option: string, others: Readonly<Record<string, unknown>>): void {
  const first = Object.entries(others).find(([, value]) => value !== undefined && value !== false);
  if (!first) return;
  const params = { option, other: `--${toKebabCase(first[0])}` };
  throw new CliError({ exit: 'usage', key: 'cli.errors.options_exclusive', params });
}
