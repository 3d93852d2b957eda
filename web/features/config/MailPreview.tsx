import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MailTemplateName, MailPreview as Preview } from '#sdk/contract/config/api.js';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { describeConfigIssue } from './config-texts.ts';
import type { ConfigForm } from './use-config-form.ts';

/** The mail with the typed texts, saved or not. */
export function MailPreview({ template, form }: { template: MailTemplateName; form: ConfigForm }) {
  const translator = useTranslator();
  const { t } = translator;
  const preview = useMutation({
    mutationFn: () =>
      client.configs.previewMail({
        body: {
          template,
          subject: form.text(`email.${template}Subject`),
          message: form.text(`email.${template}Message`),
        },
      }),
  });
  const { error } = preview;
  const issues = error instanceof AppError && error.code === 'config_invalid' ? error.issues : [];
  const [isOpen, setOpen] = useState(false);

  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1.5 }}>
      <Button
        variant="outlined"
        aria-label={t('web.admin.config.mailPreview.openOf', {
          mail: t(`web.admin.config.groups.email.${template}`),
        })}
        disabled={preview.isPending}
        onClick={() => preview.mutate(undefined, { onSuccess: () => setOpen(true) })}
      >
        {t('web.admin.config.mailPreview.open')}
      </Button>
      {error && (
        <FormError>
          {issues.length > 0
            ? issues.map((issue) => describeConfigIssue(translator, issue)).join('\n')
            : describeError(translator, error)}
        </FormError>
      )}
      {preview.data && <PreviewDialog isOpen={isOpen} mail={preview.data} onClose={() => setOpen(false)} />}
    </Box>
  );
}

interface DialogProps {
  isOpen: boolean;
  mail: Preview;
  onClose(): void;
}

function PreviewDialog({ isOpen, mail, onClose }: DialogProps) {
  const { t } = useTranslator();
  const id = useId();
  const [format, setFormat] = useState<'html' | 'text'>('html');
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={id}
      sx={{ '& .MuiDialog-paper': { maxWidth: 680 } }}
    >
      <DialogTitle id={id}>{mail.subject}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('web.admin.config.mailPreview.text')}
        </Box>
        <SegmentedControl<'html' | 'text'>
          label={t('web.admin.config.mailPreview.format')}
          value={format}
          choices={[
            { value: 'html', label: t('web.admin.config.mailPreview.html') },
            { value: 'text', label: t('web.admin.config.mailPreview.plain') },
          ]}
          onChange={setFormat}
        />
        {format === 'html' ? (
          // Without any permission: nothing in it can run, send or navigate.
          <Box
            component="iframe"
            sandbox=""
            srcDoc={mail.html}
            title={t('web.admin.config.mailPreview.html')}
            sx={{ ...frameStyle, height: 'min(56vh, 520px)', bgcolor: '#fff' }}
          />
        ) : (
          <Box component="pre" tabIndex={0} sx={{ ...frameStyle, ...plainStyle }}>
            {mail.text}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('web.common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const frameStyle = { width: '100%', border: 1, borderColor: 'divider', borderRadius: 1 } as const;

const plainStyle = {
  m: 0,
  p: 2,
  maxHeight: 'min(56vh, 520px)',
  overflow: 'auto',
  typography: 'body2',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
