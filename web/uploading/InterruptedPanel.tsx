import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Panel } from '../ui/Panel.tsx';
import { OverallProgress } from './ProgressPanel.tsx';
import type { UploadSession, UploadStage } from './upload-session.ts';

interface Props {
  stage: Extract<UploadStage, { kind: 'interrupted' }>;
  session: UploadSession;
}

/** Something did not arrive. What did is kept, and one press goes on with the rest. */
export function InterruptedPanel({ stage, session }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused />
      <FormError>{describeError(translator, stage.error)}</FormError>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('web.upload.interruptedText')}</Box>
      <Button variant="contained" color="primary" size="large" onClick={() => session.retry()}>
        {t('web.upload.retry')}
      </Button>
      <Button variant="outlined" onClick={() => void session.discard()}>
        {t('web.upload.discard')}
      </Button>
    </Panel>
  );
}
