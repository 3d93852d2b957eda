import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslator } from '../../../lib/i18n.tsx';
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx';
import { FieldHelp } from '../../../ui/fields/TextInput.tsx';
import type { ControlProps } from './control.ts';

/** A secret can be set, replaced and removed, but is never shown. */
export function SecretControl(props: ControlProps) {
  const { variable, label, aside, hint, error, draft, isLocked, onChange, onKeep } = props;
  const { t } = useTranslator();
  const [isReplacing, setReplacing] = useState(typeof draft === 'string');
  if (isReplacing || (!variable.isSet && !isLocked)) {
    return (
      <Box>
        <PasswordInput
          label={label}
          aside={aside}
          hint={hint}
          error={error}
          value={draft ?? ''}
          autoComplete="new-password"
          maxLength={1000}
          autoFocus={isReplacing && draft === undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {variable.isSet && (
          <Button
            variant="text"
            sx={buttonStyle}
            onClick={() => {
              setReplacing(false);
              onKeep();
            }}
          >
            {t('web.admin.config.secretKeep')}
          </Button>
        )}
      </Box>
    );
  }
  return (
    <Box role="group" aria-label={label}>
      <Box sx={{ fontSize: '0.9375rem', fontWeight: 550, mb: 0.75 }}>{label}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 46 }}>
        <Box sx={{ mr: 1 }}>
          {t(draft === null ? 'web.admin.config.secretRemoved' : 'web.admin.config.secretSet')}
        </Box>
        {!isLocked && <SecretButtons {...props} onReplace={() => setReplacing(true)} />}
      </Box>
      <FieldHelp
        id={`${variable.key}-help`}
        error={error ?? (props.isForgotten ? t('web.admin.config.secretForgotten') : undefined)}
        hint={hint}
      />
    </Box>
  );
}

function SecretButtons({ label, draft, onChange, onKeep, onReplace }: ControlProps & { onReplace(): void }) {
  const { t } = useTranslator();
  if (draft === null) {
    return (
      <Button variant="outlined" onClick={onKeep}>
        {t('web.admin.config.secretKeep')}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="outlined"
        aria-label={t('web.admin.config.secretReplaceOf', { label })}
        onClick={onReplace}
      >
        {t('web.admin.config.secretReplace')}
      </Button>
      <Button
        variant="text"
        aria-label={t('web.admin.config.secretRemoveOf', { label })}
        onClick={() => onChange(null)}
      >
        {t('web.admin.config.secretRemove')}
      </Button>
    </>
  );
}

const buttonStyle = { ml: -2.25 } as const;
