import Button from '@mui/material/Button';
import { Pause as pauseIcon, Play as playIcon } from 'lucide';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { UploadSession, UploadStage } from '../upload-session.ts';
import { useRunState } from './run-state.ts';

interface Props {
  stage: Extract<UploadStage, { kind: 'running' }>;
  session: Pick<UploadSession, 'pause' | 'resume'>;
}

/** An upload that is waiting can't be paused. The button stays, disabled, so that it keeps the focus. */
export function PauseButton({ stage, session }: Props) {
  const { t } = useTranslator();
  const { isWaiting } = useRunState(stage.progress, stage.isPaused);
  const toggle = () => (stage.isPaused ? session.resume() : session.pause());
  return (
    <Button
      variant="outlined"
      startIcon={<Icon icon={stage.isPaused ? playIcon : pauseIcon} />}
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : toggle}
    >
      {t(stage.isPaused ? 'web.upload.resume' : 'web.upload.pause')}
    </Button>
  );
}
