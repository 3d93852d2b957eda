import * as z from 'zod/mini';
import { findConfigProblem } from '#sdk/contract/config/problems.js';
import { type ConfigKey, configRegistry } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import type { SetupState } from '#sdk/contract/host.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import type { MessageKey, Translator } from '#sdk/i18n/translate.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { readYes } from '../io/confirm.ts';
import { toKebabCase } from './specs.ts';

const choice = () => z.optional(z.boolean()).check(z.meta({ negatable: true }));

/** The settings that the first administrator chooses besides the account, the same as on the setup page. */
export const settingOptions = {
  appName: z.optional(z.string().check(z.meta({ value: 'NAME' }))),
  appUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  allowRegistration: choice(),
  allowUnauthenticatedShares: choice(),
};

const Settings = z.strictObject(settingOptions);
type Given = z.output<typeof Settings>;

interface Question {
  option: keyof Given;
  key: ConfigKey;
  prompt: MessageKey;
}

const questions: readonly Question[] = [
  { option: 'appName', key: 'general.appName', prompt: 'cli.prompts.app_name' },
  { option: 'appUrl', key: 'general.appUrl', prompt: 'cli.prompts.app_url' },
  { option: 'allowRegistration', key: 'share.allowRegistration', prompt: 'cli.prompts.allow_registration' },
  {
    option: 'allowUnauthenticatedShares',
    key: 'share.allowUnauthenticatedShares',
    prompt: 'cli.prompts.allow_anonymous',
  },
];

interface Update {
  key: ConfigKey;
  value: string;
}

/**
 * Checks the options before anything is asked.
 *
 * @throws CliError `usage` for a value that the instance would refuse, AppError `config_locked`
 */
export function checkSettings(translator: Translator, given: Given, settings: SetupState['settings']): void {
  for (const { option, key } of questions) {
    const value = given[option];
    if (value === undefined) continue;
    const lockedBy = settings.find((candidate) => candidate.key === key)?.lockedBy ?? null;
    if (lockedBy !== null) throw new AppError('config_locked', { key, variable: lockedBy });
    const problem = findConfigProblem(key, String(value), localeCodes);
    if (!problem) continue;
    const params = { option: `--${toKebabCase(option)}`, problem: describeIssue(translator, problem) };
    throw new CliError({ exit: 'usage', key: 'cli.errors.option_invalid', params });
  }
}

/** Reads the settings from the options and, on a terminal, asks for the others; an empty answer changes nothing. */
export async function askSettings(
  context: Context,
  given: Given,
  settings: SetupState['settings'],
): Promise<Update[]> {
  const updates: Update[] = [];
  for (const question of questions) {
    const { option, key } = question;
    const setting = settings.find((candidate) => candidate.key === key);
    const answer = given[option] ?? (await askUnlessLocked(context, question, setting));
    if (answer !== undefined && String(answer) !== setting?.value)
      updates.push({ key, value: String(answer) });
  }
  return updates;
}

async function askUnlessLocked(
  context: Context,
  question: Question,
  setting: SetupState['settings'][number] | undefined,
): Promise<string | undefined> {
  const { terminal, output, translator } = context;
  if (!terminal.isInteractive || !setting) return undefined;
  const { key, value, lockedBy } = setting;
  if (lockedBy === null) return askUntilRight(context, question, value);
  output.note(translator.t('cli.init.locked', { key, value, variable: lockedBy }));
  return undefined;
}

async function askUntilRight(context: Context, { key, prompt }: Question, value: string): Promise<string> {
  const { terminal, output, translator } = context;
  const isSwitch = configRegistry[key].type === 'boolean';
  const choice = value === 'true' ? 'Y/n' : 'y/N';
  for (;;) {
    const answer = (await terminal.ask(`${translator.t(prompt, { value, choice })} `)).trim();
    if (isSwitch) return String(readYes(answer, context, value === 'true'));
    if (answer === '') return value;
    const problem = findConfigProblem(key, answer, localeCodes);
    if (!problem) return answer;
    output.fail(describeIssue(translator, problem));
  }
}
