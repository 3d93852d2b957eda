import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslator } from '../../lib/i18n.tsx';
import { QuestionInput } from './QuestionInput.tsx';
import { submitStep } from './submit-step.ts';
import type { SetupForm } from './use-setup-form.ts';

export function InstanceStep({ form }: { form: SetupForm }) {
  const { t } = useTranslator();
  const handleSubmit = submitStep(form, () => form.goTo('access'));

  return (
    <Box component="form" noValidate onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2.5 }}>
      <QuestionInput
        form={form}
        name="general.appName"
        label={t('web.setup.appName')}
        hint={t('web.setup.appNameHint')}
        autoFocus
      />
      <QuestionInput
        form={form}
        name="general.appUrl"
        label={t('web.setup.appUrl')}
        hint={t('web.setup.appUrlHint')}
        type="url"
      />
      <Button type="submit" variant="contained" color="primary" size="large">
        {t('web.setup.next')}
      </Button>
    </Box>
  );
}
