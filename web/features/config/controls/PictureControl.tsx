import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { type AdminConfigVariable, pictureLimits } from '#sdk/contract/config/api.js';
import type { PictureFormat } from '#sdk/contract/config/rows.js';
import { type ConfigKey, categoryOf } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { MessageKey, Translator } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { client } from '../../../lib/sdk.ts';
import { FormError } from '../../../ui/feedback/FormError.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { FieldHelp } from '../../../ui/fields/TextInput.tsx';
import { useApplyVariables } from '../use-config-category.ts';
import type { ControlProps } from './control.ts';
import { prepareCover } from './cover-file.ts';
import { checkLogoFile } from './logo-file.ts';

interface PictureKind {
  accept: string;
  upload(file: Blob): Promise<AdminConfigVariable>;
  width: number;
  /** Whether the edges may be cut off */
  isFilling: boolean;
  texts: Record<'current' | 'choose' | 'tooLarge' | 'remove' | 'changed' | 'removed', MessageKey>;
}

const kinds: Readonly<Record<PictureFormat, PictureKind>> = {
  logo: {
    accept: 'image/png',
    async upload(file) {
      await checkLogoFile(file);
      return client.configs.uploadLogo({ file });
    },
    width: 88,
    isFilling: false,
    texts: {
      current: 'web.admin.config.logo.current',
      choose: 'web.admin.config.logo.choose',
      tooLarge: 'web.admin.config.logo.tooLarge',
      remove: 'web.admin.config.logo.remove',
      changed: 'web.admin.config.logo.changed',
      removed: 'web.admin.config.logo.removed',
    },
  },
  cover: {
    accept: 'image/*',
    upload: async (file) => client.configs.uploadCover({ file: await prepareCover(file) }),
    width: 156,
    isFilling: true,
    texts: {
      current: 'web.admin.config.cover.current',
      choose: 'web.admin.config.cover.choose',
      tooLarge: 'web.admin.config.cover.tooLarge',
      remove: 'web.admin.config.cover.remove',
      changed: 'web.admin.config.cover.changed',
      removed: 'web.admin.config.cover.removed',
    },
  },
};

export function LogoControl(props: ControlProps) {
  return <PictureControl {...props} format="logo" />;
}

export function CoverControl(props: ControlProps) {
  return <PictureControl {...props} format="cover" />;
}

/** The current picture and the buttons to replace it. It is replaced immediately, not with the other changes. */
function PictureControl({
  configKey,
  variable,
  label,
  hint,
  value,
  isLocked,
  format,
}: ControlProps & { format: PictureFormat }) {
  const translator = useTranslator();
  const { t } = translator;
  const { accept, texts, width, isFilling } = kinds[format];
  const input = useRef<HTMLInputElement>(null);
  const { upload, remove } = usePicture(configKey, format);
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
        {value !== '' && (
          <Box
            component="img"
            src={value}
            alt={t(texts.current)}
            sx={{ ...pictureStyle, width, ...(isFilling ? { objectFit: 'cover' } : { p: 1 }) }}
          />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" disabled={isPending || isLocked} onClick={() => input.current?.click()}>
            {t(texts.choose)}
          </Button>
          {variable.isSet && !isLocked && (
            <Button variant="text" disabled={isPending} onClick={handleRemove}>
              {t(texts.remove)}
            </Button>
          )}
        </Box>
        <Box component="input" ref={input} type="file" accept={accept} hidden onChange={handleChosen} />
      </Box>
      <FieldHelp id={`${configKey}-help`} hint={hint} />
      <Box sx={{ display: 'grid', mt: 1 }}>
        {error && <FormError>{describePictureError(translator, error, format)}</FormError>}
        {upload.isSuccess && <Notice tone="success">{t(texts.changed)}</Notice>}
        {remove.isSuccess && <Notice tone="success">{t(texts.removed)}</Notice>}
      </Box>
    </Box>
  );
}

/** The same text, whether the page or the server checks first. */
function describePictureError(translator: Translator, error: unknown, format: PictureFormat): string {
  if (!(error instanceof AppError) || error.code !== 'body_too_large')
    return describeError(translator, error);
  const size = formatBytes(translator.formatLocale, pictureLimits[format].bytes);
  return translator.t(kinds[format].texts.tooLarge, { size });
}

const pictureStyle = {
  height: 88,
  objectFit: 'contain',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.4,
  bgcolor: 'background.paper',
} as const;

/** Uploading a picture, and going back to the built-in one or none. */
function usePicture(key: ConfigKey, format: PictureFormat) {
  const applyVariables = useApplyVariables(categoryOf(key));
  const upload = useMutation({
    mutationFn: kinds[format].upload,
    onSuccess: (variable) => applyVariables([variable]),
  });
  const remove = useMutation({
    mutationFn: () => client.configs.update({ body: [{ key, value: '' }] }),
    onSuccess: applyVariables,
  });
  return { upload, remove };
}
