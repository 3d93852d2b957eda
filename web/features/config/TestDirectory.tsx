import { useMutation } from '@tanstack/react-query';
import { configs, type DirectoryPerson } from '#sdk/contract/config/api.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { DescriptionList } from '../../ui/lists/DescriptionList.tsx';
import { TestPanel } from './TestPanel.tsx';

/** Asks the directory with the saved settings, and shows what it says about a person. */
export function TestDirectory({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslator();
  const form = useContractForm(configs.testDirectory.body, { username: '' });
  const test = useMutation({
    mutationFn: (body: { username?: string | undefined }) => client.configs.testDirectory({ body }),
    onError: (error) => void form.showServerIssues(error),
  });

  return (
    <TestPanel
      title={t('web.admin.config.testDirectory.title')}
      isSaved={isSaved}
      field={
        <TextInput
          {...form.field('username')}
          {...noAutocorrect}
          label={t('web.admin.config.testDirectory.username')}
          hint={t('web.admin.config.testDirectory.hint')}
          autoComplete="off"
        />
      }
      submitLabel={t(
        test.isPending ? 'web.admin.config.testDirectory.testing' : 'web.admin.config.testDirectory.test',
      )}
      test={test}
      problem={form.generalProblem(test.error)}
      onSubmit={form.handleSubmit((body) => test.mutate(body))}
    >
      {test.isSuccess && (
        <>
          <Notice tone="success">{t('web.admin.config.testDirectory.works')}</Notice>
          {test.data.person && <Person person={test.data.person} />}
        </>
      )}
    </TestPanel>
  );
}

function Person({ person }: { person: DirectoryPerson }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { dn, username, email, displayName, groups, refusal, isAdmin, quota } = person;
  const undecided = t('web.admin.config.testDirectory.notByGroups');
  const yesOrNo = (value: boolean) =>
    t(value ? 'web.admin.config.testDirectory.yes' : 'web.admin.config.testDirectory.no');
  const items = [
    ['DN', dn],
    [t('web.setup.username'), username ?? '–'],
    [t('web.setup.email'), email ?? '–'],
    [t('web.admin.config.testDirectory.displayName'), displayName ?? '–'],
    [t('web.admin.config.categories.groups'), groups.join('\n') || '–'],
    [
      t('web.admin.config.testDirectory.mayEnter'),
      refusal === null ? yesOrNo(true) : t(`web.admin.config.testDirectory.refusals.${refusal}`),
    ],
    [t('web.admin.users.isAdminLabel'), isAdmin === null ? undecided : yesOrNo(isAdmin)],
    [
      t('web.admin.users.quota'),
      quota === null ? undecided : quota === 0 ? t('web.admin.users.quotaNone') : format.bytes(quota),
    ],
  ] as const;
  return <DescriptionList items={items} sx={personStyle} />;
}

const personStyle = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
  columnGap: 2,
  rowGap: 0.5,
  // One group a line.
  '& dd': { whiteSpace: 'pre-line', mb: { xs: 1, sm: 0 } },
} as const;
