import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { configs } from '#sdk/contract/config/api.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';

/** Sends a mail with the saved settings, and shows the mail server's response. */
export function TestMail({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslator();
  const id = useId();
  const email = useCurrentUser()?.email ?? '';
  const form = useContractForm(configs.testEmail.body, { email });
  const test = useMutation({
    mutationFn: (body: { email: string }) => client.configs.testEmail({ body }),
    onError: (error) => void form.showServerIssues(error),
  });
  const problem = form.generalProblem(test.error);
  const { reset } = test;
  // The response was about the previously saved settings.
  useEffect(() => {
    if (!isSaved) reset();
  }, [isSaved, reset]);

  return (
    <Box component="section" aria-labelledby={id}>
      <Panel>
        <Typography id={id} variant="h3" component="h2">
          {t('web.admin.config.testMail.title')}
        </Typography>
        <Box
          component="form"
          noValidate
          onSubmit={form.handleSubmit((body) => test.mutate(body))}
          sx={{ display: 'grid', gap: 2 }}
        >
          <TextInput
            {...form.field('email')}
            {...noAutocorrect}
            label={t('web.admin.config.testMail.to')}
            hint={t('web.admin.config.testMail.hint')}
            type="email"
            autoComplete="email"
          />
          {!isSaved && <Notice>{t('web.admin.config.testMail.saveFirst')}</Notice>}
          <Button
            type="submit"
            variant="outlined"
            disabled={test.isPending || !isSaved}
            sx={{ justifySelf: 'start' }}
          >
            {t(test.isPending ? 'web.admin.config.testMail.sending' : 'web.admin.config.testMail.send')}
          </Button>
        </Box>
        {problem && <FormError>{problem}</FormError>}
        {test.isSuccess && (
          <Notice tone="success">
            {t('web.admin.config.testMail.sent', { email: test.variables.email })}
            <Box component="code" sx={{ display: 'block', mt: 0.5 }}>
              {test.data.answer}
            </Box>
          </Notice>
        )}
      </Panel>
    </Box>
  );
}
