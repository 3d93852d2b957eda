import * as z from 'zod/mini';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigProblem, findConfigProblem } from '#sdk/contract/config/problems.js';
import type { ConfigKey } from '#sdk/contract/config.js';
import { localeCodes } from '#sdk/i18n/locales.js';

const instanceKeys = ['general.appName', 'general.appUrl'] as const;
const accessKeys = ['share.allowRegistration', 'share.allowUnauthenticatedShares'] as const;
export const mailKeys = ['smtp.host', 'smtp.port', 'smtp.email', 'smtp.username', 'smtp.password'] as const;

/** The variables that the set-up asks for. */
export const setupKeys = [...instanceKeys, ...accessKeys, ...mailKeys] as const satisfies ConfigKey[];
export type SetupKey = (typeof setupKeys)[number];

/** The questions of each step. */
export const keysOfStep = {
  instance: instanceKeys,
  access: [...accessKeys, ...mailKeys],
} as const satisfies Record<string, readonly SetupKey[]>;
export type QuestionStep = keyof typeof keysOfStep;

/** A text for each question, as the configuration stores it. */
export const SetupAnswers = z.record(z.enum(setupKeys), z.string());
export type SetupAnswers = Readonly<z.output<typeof SetupAnswers>>;

/** The server's values for the variables of the categories that the set-up asks about. */
export type SetupVariables = ReadonlyMap<string, AdminConfigVariable>;

/** The initial answers: the stored or locked values, else the defaults, else what is known from the browser. */
export function initialAnswers(variables: SetupVariables, origin: string): SetupAnswers {
  const textOf = (key: SetupKey) => {
    const variable = variables.get(key);
    if (key === 'general.appUrl' && !variable?.isSet) return origin;
    return variable?.value ?? variable?.defaultValue ?? '';
  };
  return SetupAnswers.parse(Object.fromEntries(setupKeys.map((key) => [key, textOf(key)])));
}

/** Passwords are never stored in the browser. */
export function withoutSecrets(answers: SetupAnswers): SetupAnswers {
  return { ...answers, 'smtp.password': '' };
}

/** Whether anything about the mail server is filled in, other than the port, which has a default. */
export function hasMailServer(answers: SetupAnswers): boolean {
  return mailKeys.some((key) => key !== 'smtp.port' && answers[key].trim() !== '');
}

/** The problem with an answer, or null. */
export function findAnswerProblem(
  key: SetupKey,
  answers: SetupAnswers,
  variables: SetupVariables,
): ConfigProblem | null {
  if (isLocked(key, variables) || (isMailKey(key) && !hasMailServer(answers))) return null;
  const text = answers[key].trim();
  if (text !== '') return findConfigProblem(key, text, localeCodes);
  return isRequired(key, answers, variables) ? { code: 'required' } : null;
}

function isRequired(key: SetupKey, answers: SetupAnswers, variables: SetupVariables): boolean {
  if (key === 'smtp.username') return false;
  if (key !== 'smtp.password') return true;
  return answers['smtp.username'].trim() !== '' && !keepsPassword(answers, variables);
}

/** The stored password belongs to the stored server. */
export function keepsPassword(answers: SetupAnswers, variables: SetupVariables): boolean {
  const host = variables.get('smtp.host')?.value ?? '';
  return variables.get('smtp.password')?.isSet === true && answers['smtp.host'].trim() === host;
}

interface Update {
  key: string;
  /** Empty to restore the default */
  value: string;
}

/** All updates to save. */
export function updatesFor(answers: SetupAnswers, variables: SetupVariables): Update[] {
  const questions = [...instanceKeys, ...accessKeys].map((key) => ({ key, value: answers[key].trim() }));
  const enabled = { key: 'smtp.enabled', value: hasMailServer(answers) ? 'true' : '' };
  return [...questions, ...listMailUpdates(answers, variables), enabled].filter(isChangeOf(variables));
}

/** The updates of the mail server alone, without turning it on: enough for a test. */
export function mailUpdatesFor(answers: SetupAnswers, variables: SetupVariables): Update[] {
  return listMailUpdates(answers, variables).filter(isChangeOf(variables));
}

function listMailUpdates(answers: SetupAnswers, variables: SetupVariables): Update[] {
  if (!hasMailServer(answers)) return mailKeys.map((key) => ({ key, value: '' }));
  const isKept = answers['smtp.password'] === '' && keepsPassword(answers, variables);
  return mailKeys
    .filter((key) => !(isKept && key === 'smtp.password'))
    .map((key) => ({ key, value: key === 'smtp.password' ? answers[key] : answers[key].trim() }));
}

/** Values that the host's environment sets are kept, and variables that are not set need no reset. */
function isChangeOf(variables: SetupVariables) {
  return ({ key, value }: Update) =>
    !isLocked(key, variables) && (value !== '' || variables.get(key)?.isSet === true);
}

function isLocked(key: string, variables: SetupVariables): boolean {
  return typeof variables.get(key)?.lockedBy === 'string';
}

function isMailKey(key: SetupKey): boolean {
  return mailKeys.some((candidate) => candidate === key);
}
