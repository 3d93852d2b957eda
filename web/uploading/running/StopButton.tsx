import Button from '@mui/material/Button';
import { useState } from 'react';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';

/** The texts of stopping, and of the question before it. */
export interface Stopping {
  label: MessageKey;
  title: MessageKey;
  text: MessageKey;
  confirm: MessageKey;
}

const cancelling: Stopping = {
  label: 'web.upload.cancel',
  title: 'web.upload.cancelTitle',
  text: 'web.upload.cancelText',
  confirm: 'web.upload.cancelConfirm',
};

interface Props {
  /** Those of canceling, unless given */
  stopping?: Stopping | undefined;
  variant: 'outlined' | 'text';
  onStop(): Promise<void>;
}

/** Stops an upload, after a question. */
export function StopButton({ stopping = cancelling, variant, onStop }: Props) {
  const { t } = useTranslator();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setAsking(true)}>
        {t(stopping.label)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(stopping.title)}
        text={t(stopping.text)}
        confirmLabel={t(stopping.confirm)}
        cancelLabel={t('web.upload.cancelKeep')}
        onCancel={() => setAsking(false)}
        onConfirm={onStop}
      />
    </>
  );
}
