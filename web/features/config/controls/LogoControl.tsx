import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { logoLimits } from '#sdk/contract/config/api.js';
import { categoryOf } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { client } from '../../../lib/sdk.ts';
import { FormError } from '../../../ui/feedback/FormError.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { FieldHelp } from '../../../ui/fields/TextInput.tsx';
import { useApplyVariables } from '../use-config-category.ts';
import type { ControlProps } from './control.ts';
import { checkLogoFile } from './logo-file.ts';

/** The current logo and the buttons to replace it. It is replaced immediately, not with the other changes. */
export function LogoControl({ configKey, variable, label, hint, value, isLocked }: ControlProps) {
  const translator = useTranslator();
  const { t } = translator;
  const input = useRef<HTMLInputElement>(null);
  const { upload, remove } = useLogo(categoryOf(configKey));
  const isPending = upload.isPending || remove.isPending;
  const error = upload.error ?? remove.error;

  const handleChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again after it has been fixed.
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
        <Box component="input" ref={input} type="file" accept="image/png" hidden onChange={handleChosen} />
      </Box>
      <FieldHelp id={`${configKey}-help`} hint={hint} />
      <Box sx={{ display: 'grid', mt: 1 }}>
        {error && <FormError>{describeLogoError(translator, error)}</FormError>}
        {upload.isSuccess && <Notice tone="success">{t('web.admin.config.logo.changed')}</Notice>}
        {remove.isSuccess && <Notice tone="success">{t('web.admin.config.logo.removed')}</Notice>}
      </Box>
    </Box>
  );
}

/** The same text, whether the page or the server checks first. */
function describeLogoError(translator: Translator, error: unknown): string {
  if (!(error instanceof AppError) || error.code !== 'body_too_large')
    return describeError(translator, error);
  const size = formatBytes(translator.formatLocale, logoLimits.bytes);
  return translator.t('web.admin.config.logo.tooLarge', { size });
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

/** Uploading a logo, and going back to the built-in one. */
function useLogo(category: string) {
  const applyVariables = useApplyVariables(category);
  const upload = useMutation({
    mutationFn: async (file: Blob) => {
      await checkLogoFile(file);
      return client.configs.uploadLogo({ file });
    },
    onSuccess: (variable) => applyVariables([variable]),
  });
  const remove = useMutation({
    mutationFn: () => client.configs.update({ body: [{ key: 'general.logo', value: '' }] }),
    onSuccess: applyVariables,
  });
  return { upload, remove };
}
