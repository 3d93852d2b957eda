import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FormError } from '../../ui/FormError.tsx';
import type { AccessAnswers } from './use-setup.ts';

interface Props {
  isPending: boolean;
  error: unknown;
  onBack(): void;
  onDone(answers: AccessAnswers): void;
}

export function AccessStep({ isPending, error, onBack, onDone }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const [allowRegistration, setAllowRegistration] = useState(false);
  const [allowUnauthenticatedShares, setAllowUnauthenticatedShares] = useState(false);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onDone({ allowRegistration, allowUnauthenticatedShares });
  };

  return (
    <Box component="form" onSubmit={handleSubmit} sx={{ display: 'grid', gap: 2 }}>
      <Checkbox
        label={t('web.setup.allowRegistration')}
        hint={t('web.setup.allowRegistrationHint')}
        checked={allowRegistration}
        onChange={(event) => setAllowRegistration(event.target.checked)}
      />
      <Checkbox
        label={t('web.setup.allowAnonymous')}
        hint={t('web.setup.allowAnonymousHint')}
        checked={allowUnauthenticatedShares}
        onChange={(event) => setAllowUnauthenticatedShares(event.target.checked)}
      />
      {error !== null && <FormError>{describeError(translator, error)}</FormError>}
      <Box sx={{ display: 'flex', gap: 1.5, mt: 1 }}>
        <Button variant="outlined" size="large" onClick={onBack}>
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
