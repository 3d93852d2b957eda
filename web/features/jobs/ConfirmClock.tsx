import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useConfirmClock } from './use-jobs.ts';

/** For an administrator who knows that the server's clock is right although it has jumped. */
export function ConfirmClock() {
  const translator = useTranslator();
  const { t } = translator;
  const { notify } = useNotifier();
  const confirm = useConfirmClock();
  const [isAsking, setAsking] = useState(false);

  const handleAsk = () => {
    confirm.reset();
    setAsking(true);
  };

  const handleConfirm = () =>
    confirm.mutateAsync().then(
      () => {
        setAsking(false);
        notify(t('web.admin.jobs.confirmClock.done'), 'success');
      },
      // The dialog says why.
      () => undefined,
    );

  return (
    <Box sx={{ mt: 1 }}>
      <Button variant="outlined" size="small" onClick={handleAsk} sx={{ minHeight: 44 }}>
        {t('web.admin.jobs.confirmClock.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('web.admin.jobs.confirmClock.title')}
        text={t('web.admin.jobs.confirmClock.text')}
        confirmLabel={t('web.admin.jobs.confirmClock.confirm')}
        cancelLabel={t('web.common.cancel')}
        isPending={confirm.isPending}
        error={confirm.isError ? describeError(translator, confirm.error) : undefined}
        onCancel={() => setAsking(false)}
        onConfirm={handleConfirm}
      />
    </Box>
  );
}
