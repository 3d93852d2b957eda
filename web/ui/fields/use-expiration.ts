import { AppError } from '#sdk/contract/errors.js';
import { isExpiration, resolveExpiration } from '#sdk/contract/formats/expiration.js';
import { describeError, describeIssue } from '#sdk/i18n/describe-error.js';
import { useShareRules } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { expirationChoices, initialExpiration } from './expiration-choices.ts';

/** The initial expiration: the instance's default, or the longest allowed. */
export function useInitialExpiration(): string {
  const { defaultExpiration: wanted, maxHours } = useShareRules();
  const now = new Date();
  return initialExpiration(expirationChoices(wanted, maxHours, now), wanted, now);
}

/** Why the instance does not allow an expiration, before anything is sent. */
export function useExpirationProblem(expiration: string): string | undefined {
  const translator = useTranslator();
  const { maxHours } = useShareRules();
  if (!isExpiration(expiration)) return describeIssue(translator, { code: 'expiration' });
  const now = new Date();
  const max = new Date(now.getTime() + maxHours * 3_600_000);
  const end = resolveExpiration(expiration, now);
  if (maxHours === 0 || (end !== null && end <= max)) return undefined;
  return describeError(translator, new AppError('share_expiration_too_late', { max: max.toISOString() }));
}
