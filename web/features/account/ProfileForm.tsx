import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import type * as z from 'zod/mini';
import { type CurrentUser, users } from '#sdk/contract/users.js';
import { useConfig } from '../../lib/config.tsx';
import { useConfirmedForm, useHasPassword } from '../../lib/confirmed-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import { useUpdateAccount } from './use-account.ts';

/**
 * Display name, user name and email address. The identity is confirmed as soon as one of the last two has changed: people
 * sign in with them.
 */
export function ProfileForm({ account }: { account: CurrentUser }) {
  const { t } = useTranslator();
  const needsPassword = useCallback((values: Changes) => isIdentityOther(values, account), [account]);
  const form = useConfirmedForm(users.updateMe.body, toValues(account), {
    fieldOfError: { password_wrong: 'password', username_taken: 'username', email_taken: 'email' },
    needsPassword,
  });
  const hasPassword = useHasPassword();
  const update = useUpdateAccount();
  const problem = form.generalProblem(update.error);
  const isOther = (name: 'displayName' | 'username' | 'email') =>
    form.getFieldState(name, form.formState).isDirty;
  const sendsMail = useConfig()('smtp.enabled');
  const [isAgain, setAgain] = useState(false);
  const isEmailFixed = !sendsMail && !account.isAdmin;
  const emailHint = isEmailFixed
    ? t('web.account.profile.emailFixed')
    : sendsMail && isOther('email')
      ? t('web.account.profile.emailHint')
      : undefined;
  const isConfirmed = isOther('username') || isOther('email');
  const isChanged = isConfirmed || isOther('displayName');

  const isSaved = update.isSuccess && !isChanged;
  const isMailed = isSaved && update.variables.email !== undefined && account.pendingEmail !== null;

  const handleSubmit = form.handleSubmit((body) =>
    update.mutate(changesIn(body, account), {
      onSuccess: (saved) => {
        setAgain(false);
        form.reset(toValues(saved));
      },
      onError: form.showServerIssues,
    }),
  );

  /** Requests the pending address again, which needs the same confirmation as the first time. */
  const handleAgain = (email: string) => {
    setAgain(true);
    form.setValue('email', email, { shouldDirty: true });
    // The field may already be there; otherwise it appears with the focus.
    if (hasPassword) form.setFocus('password');
    else void handleSubmit();
  };

  return (
    <PageForm
      submitLabel={t('web.account.profile.submit')}
      isDisabled={!isChanged || update.isPending}
      problem={problem}
      saved={isSaved && !isMailed && t('web.account.profile.saved')}
      onSubmit={handleSubmit}
      isCard
    >
      <TextInput
        {...form.field('displayName')}
        label={t('web.account.displayName.label')}
        aside={t('web.common.optional')}
        hint={t('web.account.displayName.hint')}
        autoComplete="name"
      />
      <TextInput
        {...form.field('username')}
        {...noAutocorrect}
        label={t('web.account.username')}
        autoComplete="username"
      />
      <TextInput
        {...form.field('email')}
        {...noAutocorrect}
        label={t('web.account.email')}
        hint={emailHint}
        readOnly={isEmailFixed}
        type="email"
        autoComplete="email"
      />
      {!isOther('email') && <PendingEmail account={account} isNew={isMailed} onSendAgain={handleAgain} />}
      {isConfirmed && (
        <Confirmation
          field={form.field('password')}
          error={update.error}
          hint={t('web.account.passwordWhy')}
          autoFocus={isAgain}
        />
      )}
    </PageForm>
  );
}

interface PendingEmailProps {
  account: CurrentUser;
  /** Whether the link was requested just now */
  isNew: boolean;
  onSendAgain(email: string): void;
}

/** A new address is used only after the link that was mailed there is opened. */
function PendingEmail({ account, isNew, onSendAgain }: PendingEmailProps) {
  const { t } = useTranslator();
  const { email: current, pendingEmail: email } = account;
  if (email === null) return null;
  return (
    <Notice tone={isNew ? 'success' : 'info'}>
      {t(isNew ? 'web.account.profile.mailed' : 'web.account.profile.pending', { email, current })}
      <Button
        variant="text"
        onClick={() => onSendAgain(email)}
        sx={{ display: 'block', ml: -2.25, mb: -1.25 }}
      >
        {t('web.account.profile.sendAgain')}
      </Button>
    </Notice>
  );
}

type Changes = z.input<typeof users.updateMe.body>;

function toValues({ displayName, username, email }: CurrentUser): Changes {
  return { displayName: displayName ?? '', username, email, password: '' };
}

function isIdentityOther({ username, email }: Changes, account: CurrentUser): boolean {
  return username !== account.username || email !== account.email;
}

function changesIn(values: Changes, account: CurrentUser): Changes {
  // An empty field is none.
  const { displayName = null, username, email, password } = values;
  return {
    ...(displayName !== account.displayName && { displayName }),
    ...(username !== account.username && { username }),
    ...(email !== account.email && { email }),
    ...(isIdentityOther(values, account) && { password }),
  };
}
