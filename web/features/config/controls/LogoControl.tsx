import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ChangeEvent, useRef } from 'react';
import { categoryOf } from '#sdk/contract/config.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { FieldHelp } from '../../../ui/TextInput.tsx';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import type { ControlProps } from './control.ts';
import { useLogo } from './use-logo.ts';

/** The logo as it is, and how to put another in its place: at once, not with the other changes. */
export function LogoControl({ configKey, variable, label, hint, value, isLocked }: ControlProps) {
  const translator = useTranslator();
  const { t } = translator;
  const input = useRef<HTMLInputElement>(null);
  const { upload, remove } = useLogo(categoryOf(configKey));
  const isPending = upload.isPending || remove.isPending;
  const error = upload.error ?? remove.error;

  const handleChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again once it is mended.
    currentTarget.value = '';
    remove.reset();
    if (file) upload.mutate(file);
  };
  const handleRemove = () => {
    upload.reset();
    remove.mutate();
  };

  return (
    <Box role="group" aria-label={label}>
      <Box sx={{ fontSize: '0.9375rem', fontWeight: 550, mb: 1 }}>{label}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box component="img" src={value} alt={t('web.admin.config.logo.current')} sx={pictureStyle} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" disabled={isPending || isLocked} onClick={() => input.current?.click()}>
            {t('web.admin.config.logo.choose')}
          </Button>
          {variable.isSet && !isLocked && (
            <Button variant="text" disabled={isPending} onClick={handleRemove}>
              {t('web.admin.config.logo.remove')}
            </Button>
          )}
        </Box>
        <Box
          component="input"
          ref={input}
          type="file"
          accept="image/png"
          tabIndex={-1}
          aria-label={t('web.admin.config.logo.choose')}
          onChange={handleChosen}
          sx={visuallyHidden}
        />
      </Box>
      <FieldHelp id={`${configKey}-help`} hint={hint} />
      <Box sx={{ display: 'grid', mt: 1 }}>
        {error && <FormError>{describeError(translator, error)}</FormError>}
        {upload.isSuccess && <Notice tone="success">{t('web.admin.config.logo.changed')}</Notice>}
        {remove.isSuccess && <Notice tone="success">{t('web.admin.config.logo.removed')}</Notice>}
      </Box>
    </Box>
  );
}

const pictureStyle = {
  width: 88,
  height: 88,
  p: 1,
  objectFit: 'contain',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.4,
  bgcolor: 'background.paper',
} as const;
