import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash as trashIcon } from 'lucide';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { type Usage, users } from '#sdk/contract/users.js';
import { paths } from '../../app/paths.ts';
import { useConfirmedForm } from '../../lib/confirmed-form.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { withNotice } from '../../lib/page-notice.ts';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { SkeletonBar } from '../../ui/feedback/SkeletonBar.tsx';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Confirmation } from '../../ui/sign-in/Confirmation.tsx';
import { TabContent } from './TabContent.tsx';

/** Deletes the account, after the user has confirmed the identity and seen what will be deleted. */
export function DeleteTab() {
  const { t } = useTranslator();
  const name = useCurrentUser()?.username ?? '';
  const form = useConfirmedForm(
    users.removeMe.body,
    { password: '' },
    { fieldOfError: { password_wrong: 'password' } },
  );
  const usage = useUsage();
  const summary = useDeletionSummary(usage.data);
  const remove = useDeleteAccount();
  const [submitted, setSubmitted] = useState<z.input<typeof users.removeMe.body> | null>(null);
  const problem = form.generalProblem(remove.error);
  const isOther = remove.error instanceof AppError && remove.error.code === 'other_account';

  const handleConfirm = () => {
    if (!submitted) return;
    setSubmitted(null);
    return remove.mutateAsync({ ...submitted, username: name }, { onError: form.showServerIssues });
  };

  return (
    <TabContent title={t('web.account.delete.title')} text={t('web.account.delete.text')}>
      <RequestError error={usage.error} />
      <DeletionList lines={summary && [summary.shares, summary.apiKeys, t('web.account.delete.sessions')]} />
      <PageForm
        submitLabel={t(remove.isPending ? 'web.account.delete.pending' : 'web.account.delete.submit')}
        isDisabled={!usage.isSuccess || remove.isPending}
        problem={problem}
        onSubmit={form.handleSubmit(setSubmitted)}
        isCard
        isDanger
      >
        <Confirmation field={form.field('password')} error={remove.error} />
        {isOther && <Reload />}
      </PageForm>
      <ConfirmDialog
        isOpen={submitted !== null}
        title={t('web.account.delete.confirmTitle', { name })}
        text={summary ? t('web.account.delete.confirmText', { ...summary }) : ''}
        confirmLabel={t('web.account.delete.confirm')}
        cancelLabel={t('web.account.delete.keep')}
        onCancel={() => setSubmitted(null)}
        onConfirm={handleConfirm}
      />
    </TabContent>
  );
}

/** Another tab has signed in another user: this page still shows the previous account. */
function Reload() {
  const { t } = useTranslator();
  return (
    <Button variant="outlined" onClick={() => window.location.reload()} sx={{ justifySelf: 'start' }}>
      {t('web.errorPage.reload')}
    </Button>
  );
}

interface DeletionSummary {
  shares: string;
  apiKeys: string;
}

/** A summary of everything that is deleted with the account; undefined until it is known. */
function useDeletionSummary(usage: Usage | undefined): DeletionSummary | undefined {
  const { t } = useTranslator();
  const format = useFormat();
  if (!usage) return undefined;
  const files = t('web.account.delete.files', { count: usage.files });
  return {
    shares: t('web.account.delete.shares', {
      count: usage.shares,
      files,
      size: format.bytes(usage.size),
    }),
    apiKeys: t('web.account.delete.apiKeys', { count: usage.apiKeys }),
  };
}

function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: () => client.users.myUsage(), staleTime: 0 });
}

/** Deletes the account and says so on the home page, which is reloaded so that nothing stays in memory. */
function useDeleteAccount() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: z.input<typeof users.removeMe.body>) => {
      await client.users.removeMe({ body });
      await client.session.signOut();
    },
    onSuccess: async () => {
      await navigate(paths.home, { replace: true, ...withNotice('accountDeleted') });
      window.location.reload();
    },
  });
}

/** The list of everything that will be deleted, line by line. */
function DeletionList({ lines }: { lines: readonly string[] | undefined }) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 1.25,
        m: 0,
        p: 2,
        listStyle: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.2,
        bgcolor: 'background.paper',
      }}
    >
      {lines
        ? lines.map((line) => (
            <Box component="li" key={line} sx={{ display: 'flex', gap: 1.25 }}>
              <Icon icon={trashIcon} size={20} sx={{ mt: 0.25, color: 'error.main' }} />
              {line}
            </Box>
          ))
        : [0, 1, 2].map((line) => (
            <li key={line}>
              <SkeletonBar width="70%" height={20} />
            </li>
          ))}
    </Box>
  );
}
