import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { configs } from '#sdk/contract/config/api.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { TestPanel } from './TestPanel.tsx';

/** Sends a mail with the saved settings, and shows the mail server's response. */
export function TestMail({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslator();
  const email = useCurrentUser()?.email ?? '';
  const form = useContractForm(configs.testEmail.body, { email });
  const test = useMutation({
    mutationFn: (body: { email: string }) => client.configs.testEmail({ body }),
    onError: (error) => void form.showServerIssues(error),
  });

  return (
    <TestPanel
      title={t('web.admin.config.testMail.title')}
      isSaved={isSaved}
      field={
        <TextInput
          {...form.field('email')}
          {...noAutocorrect}
          label={t('web.admin.config.testMail.to')}
          hint={t('web.admin.config.testMail.hint')}
          type="email"
          autoComplete="email"
        />
      }
      submitLabel={t(test.isPending ? 'web.admin.config.testMail.sending' : 'web.admin.config.testMail.send')}
      test={test}
      problem={form.generalProblem(test.error)}
      onSubmit={form.handleSubmit((body) => test.mutate(body))}
    >
      {test.isSuccess && (
        <Notice tone="success">
          {t('web.admin.config.testMail.sent', { email: test.variables.email })}
          <Box component="code" sx={{ display: 'block', mt: 0.5 }}>
            {test.data.answer}
          </Box>
        </Notice>
      )}
    </TestPanel>
  );
}
