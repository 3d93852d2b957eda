import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ContractField } from '../../../lib/contract-form.ts';
import { useTranslator } from '../../../lib/i18n.tsx';
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx';
import { UnchangedField } from './UnchangedField.tsx';

interface Props {
  /** The instance requires one: it can be changed, but not removed */
  isRequired: boolean;
  hasPassword: boolean;
  /** Empty: unchanged; null: removed */
  value: string | null | undefined;
  field: ContractField;
  onChange(password: string | null): void;
}

/** Sets, changes or removes the password; the current one is never shown. */
export function SharePasswordField({ isRequired, hasPassword, value, field, onChange }: Props) {
  const { t } = useTranslator();
  const [isChanging, setChanging] = useState(false);
  const label = t('web.upload.password');
  const handleKeep = () => {
    setChanging(false);
    onChange('');
  };

  if (hasPassword && value === null) {
    return (
      <UnchangedField label={label} text={t('web.shares.passwordGone')}>
        <Button variant="outlined" onClick={handleKeep}>
          {t('web.shares.keep')}
        </Button>
      </UnchangedField>
    );
  }
  if (hasPassword && !isChanging && !value) {
    return (
      <UnchangedField label={label} text={t('web.shares.passwordSet')}>
        <Button variant="outlined" onClick={() => setChanging(true)}>
          {t('web.shares.change')}
        </Button>
        {!isRequired && (
          <Button variant="outlined" onClick={() => onChange(null)}>
            {t('web.shares.passwordRemove')}
          </Button>
        )}
      </UnchangedField>
    );
  }
  return (
    <Box>
      <PasswordInput
        {...field}
        label={t(hasPassword ? 'web.shares.passwordNew' : 'web.upload.password')}
        {...(!hasPassword && { aside: t('web.common.optional') })}
        hint={t('web.upload.passwordHint')}
        autoComplete="new-password"
        autoFocus={hasPassword}
      />
      {hasPassword && (
        <Button variant="text" onClick={handleKeep} sx={{ ml: -2.25, mt: 0.5 }}>
          {t('web.shares.keep')}
        </Button>
      )}
    </Box>
  );
}
