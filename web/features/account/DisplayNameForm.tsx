import * as z from 'zod/mini';
import { type CurrentUser, users } from '#sdk/contract/users.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { PageForm } from '../../ui/fields/PageForm.tsx';
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
    <PageForm
      saved={
        update.isSuccess &&
        !isDirty &&
        t(account.displayName === null ? 'web.account.displayName.removed' : 'web.account.displayName.saved')
      }
      submitLabel={t('web.account.displayName.submit')}
      isDisabled={!isDirty || update.isPending}
      problem={problem}
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
    </PageForm>
  );
}
