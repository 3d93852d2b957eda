import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown as chevronDownIcon, ChevronUp as chevronUpIcon } from 'lucide';
import { useId, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useCurrentUser } from '../../lib/session.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { noAutocorrect } from '../../ui/fields/no-autocorrect.ts';
import { PageForm } from '../../ui/fields/PageForm.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { QuestionCheckbox, QuestionInput } from './QuestionInput.tsx';
import { hasMailServer, keepsPassword, mailKeys, mailUpdatesFor } from './setup-answers.ts';
import { submitStep } from './submit-step.ts';
import type { SetupForm } from './use-setup-form.ts';

interface Props {
  form: SetupForm;
  isPending: boolean;
  error: unknown;
  onFinish(): void;
}

export function AccessStep({ form, isPending, error, onFinish }: Props) {
  const { t } = useTranslator();
  const handleSubmit = submitStep(form, onFinish);

  return (
    <PageForm
      submitLabel={t('web.setup.finish')}
      isDisabled={isPending}
      problem={<RequestError error={error} />}
      actions={
        <Button variant="outlined" size="large" onClick={() => form.goTo('instance')}>
          {t('web.setup.back')}
        </Button>
      }
      onSubmit={handleSubmit}
    >
      <QuestionCheckbox
        form={form}
        name="share.allowRegistration"
        label={t('web.setup.allowRegistration')}
        hint={t('web.setup.allowRegistrationHint')}
      />
      <QuestionCheckbox
        form={form}
        name="share.allowUnauthenticatedShares"
        label={t('web.setup.allowAnonymous')}
        hint={t('web.setup.allowAnonymousHint')}
      />
      <MailSection form={form} />
    </PageForm>
  );
}

/** The mail server is optional, so it is collapsed. */
function MailSection({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  const id = useId();
  const [isOpen, setOpen] = useState(() => hasMailServer(form.answers));
  // Problems must be visible, also while they are corrected.
  const hasProblem = mailKeys.some((key) => form.problemOf(key) !== undefined);
  if (hasProblem && !isOpen) setOpen(true);
  return (
    <Box sx={frameStyle}>
      <Button
        fullWidth
        variant="text"
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<Icon icon={isOpen ? chevronUpIcon : chevronDownIcon} size={20} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ justifyContent: 'space-between', px: 2, minHeight: 56 }}
      >
        {t('web.setup.mailTitle')}
      </Button>
      <Box id={id} hidden={!isOpen} sx={{ px: 2, pb: 2 }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary', mb: 2 }}>{t('web.setup.mailText')}</Box>
        <MailQuestions form={form} />
      </Box>
    </Box>
  );
}

const frameStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
  bgcolor: 'background.paper',
} as const;

function MailQuestions({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 112px', gap: 1.5 }}>
        <QuestionInput form={form} name="smtp.host" label={t('config.smtp.host.label')} {...noAutocorrect} />
        <QuestionInput form={form} name="smtp.port" label={t('config.smtp.port.label')} inputMode="numeric" />
      </Box>
      <QuestionInput
        form={form}
        name="smtp.email"
        label={t('config.smtp.email.label')}
        hint={t('config.smtp.email.help')}
        type="email"
        {...noAutocorrect}
      />
      <QuestionInput
        form={form}
        name="smtp.username"
        label={t('config.smtp.username.label')}
        hint={t('config.smtp.username.help')}
        {...noAutocorrect}
      />
      <QuestionInput
        form={form}
        name="smtp.password"
        label={t('config.smtp.password.label')}
        hint={t(
          keepsPassword(form.answers, form.variables)
            ? 'web.setup.mailPasswordKept'
            : 'config.smtp.password.help',
        )}
        autoComplete="new-password"
        reveal={{ show: t('web.common.showPassword'), hide: t('web.common.hidePassword') }}
      />
      <TestMail form={form} />
    </Box>
  );
}

/** Sends the administrator a mail, and shows the mail server's response. */
function TestMail({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  const email = useCurrentUser()?.email ?? '';
  const test = useTestMail(form);

  const handleTest = () => {
    test.reset();
    if (form.check()) test.mutate(email);
  };

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Button variant="outlined" disabled={test.isPending} onClick={handleTest} sx={{ whiteSpace: 'normal' }}>
        {t(test.isPending ? 'web.setup.mailTesting' : 'web.setup.mailTest')}
      </Button>
      {test.isIdle && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('web.setup.mailTestHint', { email })}
        </Box>
      )}
      {test.isSuccess && (
        <Notice tone="success">{t('web.setup.mailSent', { email, answer: test.data.answer })}</Notice>
      )}
      <RequestError error={test.error} />
    </Box>
  );
}

/** The server tests the saved settings: the mail server is saved first, but not used for anything else yet. */
function useTestMail({ answers, variables, showRefusal }: SetupForm) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (email: string) => {
      const body = mailUpdatesFor(answers, variables);
      if (body.length > 0) await client.configs.update({ body });
      await queryClient.invalidateQueries({ queryKey: ['setupVariables'] });
      return client.configs.testEmail({ body: { email } });
    },
    onError: showRefusal,
  });
}
