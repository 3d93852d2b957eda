import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import * as z from 'zod/mini';
import { type CurrentUser, users } from '#sdk/contract/users.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { useUpdateAccount } from './use-account.ts';

const Values = z.pick(users.updateMe.body, { displayName: true });
const toValues = ({ displayName }: Pick<CurrentUser, 'displayName'>) => ({ displayName: displayName ?? '' });

/** The name on the user's shares. Nobody signs in with it, so it is changed without the password. */
export function DisplayNameForm({ account }: { account: CurrentUser }) {
  const { t } = useTranslator();
  const form = useContractForm(Values, toValues(account));
  const update = useUpdateAccount();
  const problem = form.generalProblem(update.error);
  const { isDirty } = form.formState;

  const handleSubmit = form.handleSubmit(({ displayName = null }) =>
    update.mutate(
      { displayName },
      { onSuccess: (saved) => form.reset(toValues(saved)), onError: form.showServerIssues },
    ),
  );

  return (
    <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5, mt: 2 }}>
      {update.isSuccess && !isDirty && (
        <Notice tone="success">
          {t(
            account.displayName === null
              ? 'web.account.displayName.removed'
              : 'web.account.displayName.saved',
          )}
        </Notice>
      )}
      <TextInput
        {...form.field('displayName')}
        label={t('web.account.displayName.label')}
        aside={t('web.common.optional')}
        hint={t('web.account.displayName.hint')}
        autoComplete="name"
      />
      {problem && <FormError>{problem}</FormError>}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={!isDirty || update.isPending}
        sx={{ justifySelf: 'start' }}
      >
        {t('web.account.displayName.submit')}
      </Button>
    </Box>
  );
}
