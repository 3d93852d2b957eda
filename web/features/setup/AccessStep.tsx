import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { MailSection } from './MailSection.tsx';
import { QuestionCheckbox } from './QuestionInput.tsx';
import { submitStep } from './submit-step.ts';
import type { SetupForm } from './use-setup-form.ts';

interface Props {
  form: SetupForm;
  isPending: boolean;
  error: unknown;
  onFinish(): void;
}

export function AccessStep({ form, isPending, error, onFinish }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const handleSubmit = submitStep(form, onFinish);

  return (
    <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2 }}>
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
      {error !== null && <FormError>{describeError(translator, error)}</FormError>}
      <Box sx={{ display: 'flex', gap: 1.5, mt: 1 }}>
        <Button variant="outlined" size="large" onClick={() => form.goTo('instance')}>
          {t('web.setup.back')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="large"
          disabled={isPending}
          sx={{ flex: 1 }}
        >
          {t('web.setup.finish')}
        </Button>
      </Box>
    </Box>
  );
}
