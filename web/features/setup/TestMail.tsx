import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SetupForm } from './use-setup-form.ts';
import { useTestMail } from './use-test-mail.ts';

/** Sends the administrator a mail, and shows what the mail server says. */
export function TestMail({ form }: { form: SetupForm }) {
  const translator = useTranslator();
  const { t } = translator;
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
      {test.isError && <FormError>{describeError(translator, test.error)}</FormError>}
    </Box>
  );
}
