import { needsFreshSignIn, useHasPassword } from '../../lib/confirmed-form.ts';
import type { ContractField } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useIsSessionOld } from '../../lib/own-sessions.ts';
import { PasswordInput } from '../fields/PasswordInput.tsx';
import { FreshSignIn } from './FreshSignIn.tsx';

interface Props {
  /** The field of the current password in a `useConfirmedForm` */
  field: ContractField;
  /** The reason why the last try failed */
  error: unknown;
  hint?: string;
  autoFocus?: boolean;
}

/** Confirms the identity: with the current password, or with a fresh sign-in if the account has none. */
export function Confirmation({ field, error, hint, autoFocus = false }: Props) {
  const { t } = useTranslator();
  const hasPassword = useHasPassword();
  if (!hasPassword) return <FreshSignInIfNeeded isRefused={needsFreshSignIn(error)} autoFocus={autoFocus} />;
  return (
    <PasswordInput
      {...field}
      label={t('web.account.currentPassword')}
      hint={hint}
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  );
}

/** Shown before anything is filled in, because it leaves the page. */
function FreshSignInIfNeeded({ isRefused, autoFocus }: { isRefused: boolean; autoFocus: boolean }) {
  const isOld = useIsSessionOld();
  if (!isRefused && !isOld) return null;
  return (
    <div key={String(isRefused)} ref={isRefused ? scrollIntoView : undefined}>
      <FreshSignIn autoFocus={autoFocus} />
    </div>
  );
}

/** The button that was clicked may be far away. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
