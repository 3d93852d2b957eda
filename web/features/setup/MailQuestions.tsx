import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { verbatim } from '../../ui/verbatim.ts';
import { QuestionInput } from './QuestionInput.tsx';
import { keepsPassword } from './setup-answers.ts';
import { TestMail } from './TestMail.tsx';
import type { SetupForm } from './use-setup-form.ts';

export function MailQuestions({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 112px', gap: 1.5 }}>
        <QuestionInput form={form} name="smtp.host" label={t('config.smtp.host.label')} {...verbatim} />
        <QuestionInput form={form} name="smtp.port" label={t('config.smtp.port.label')} inputMode="numeric" />
      </Box>
      <QuestionInput
        form={form}
        name="smtp.email"
        label={t('config.smtp.email.label')}
        hint={t('config.smtp.email.help')}
        type="email"
        {...verbatim}
      />
      <QuestionInput
        form={form}
        name="smtp.username"
        label={t('config.smtp.username.label')}
        hint={t('config.smtp.username.help')}
        {...verbatim}
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
