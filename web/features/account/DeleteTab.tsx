import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { users } from '#sdk/contract/users.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Confirmation } from './Confirmation.tsx';
import { LossList } from './LossList.tsx';
import { TabContent } from './TabContent.tsx';
import { useConfirmedForm } from './use-confirmed-form.ts';
import { useDeleteAccount, useHoldings } from './use-delete-account.ts';
import { useLosses } from './use-losses.ts';

/** Deletes the account, after one has shown who is there and had a look at what goes with it. */
export function DeleteTab() {
  const translator = useTranslator();
  const { t } = translator;
  const name = useCurrentUser()?.username ?? '';
  const form = useConfirmedForm(users.removeMe.body, { password: '' }, { password_wrong: 'password' });
  const holdings = useHoldings();
  const losses = useLosses(holdings.data);
  const remove = useDeleteAccount();
  const [asked, setAsked] = useState<z.input<typeof users.removeMe.body> | null>(null);
  const problem = form.generalProblem(remove.error);
  const isOther = remove.error instanceof AppError && remove.error.code === 'other_account';

  const handleConfirm = () => {
    if (!asked) return;
    setAsked(null);
    return remove.mutateAsync({ ...asked, username: name }, { onError: form.showServerIssues });
  };

  return (
    <TabContent title={t('web.account.delete.title')} text={t('web.account.delete.text')}>
      {holdings.isError && <FormError>{describeError(translator, holdings.error)}</FormError>}
      <LossList losses={losses && [losses.shares, losses.apiKeys, t('web.account.delete.sessions')]} />
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit(setAsked)}
        sx={{ display: 'grid', gap: 2.5 }}
      >
        <Confirmation field={form.field('password')} error={remove.error} />
        {problem && <FormError>{problem}</FormError>}
        {isOther && <Reload />}
        <Button
          type="submit"
          variant="outlined"
          color="error"
          disabled={!holdings.isSuccess || remove.isPending}
          sx={{ justifySelf: 'start', color: 'error.main' }}
        >
          {t(remove.isPending ? 'web.account.delete.pending' : 'web.account.delete.submit')}
        </Button>
      </Box>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('web.account.delete.confirmTitle', { name })}
        text={losses ? t('web.account.delete.confirmText', { ...losses }) : ''}
        confirmLabel={t('web.account.delete.confirm')}
        cancelLabel={t('web.account.delete.keep')}
        onCancel={() => setAsked(null)}
        onConfirm={handleConfirm}
      />
    </TabContent>
  );
}

/** Another tab has signed in somebody else: this page still shows the account from before. */
function Reload() {
  const { t } = useTranslator();
  return (
    <Button variant="outlined" onClick={() => window.location.reload()} sx={{ justifySelf: 'start' }}>
      {t('web.errorPage.reload')}
    </Button>
  );
}
