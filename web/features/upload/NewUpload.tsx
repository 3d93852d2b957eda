import Typography from '@mui/material/Typography';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import { useUpload } from '../../uploading/use-upload.ts';
import { currentUpload } from './current-upload.ts';
import { OptionsPanel } from './OptionsPanel.tsx';
import { ResultPanel } from './ResultPanel.tsx';

/** An upload to a new share. */
export function NewUpload() {
  const { t } = useTranslator();
  const maxSize = useConfig()('share.maxSize') || null;
  const { session } = currentUpload;
  const snapshot = useUpload(currentUpload);
  const { stage } = snapshot;
  const isChoosing = stage.kind === 'choosing';

  if (stage.kind === 'done')
    return (
      <ResultPanel result={stage.result} recipients={stage.recipients} onReset={() => session.reset()} />
    );
  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={t('web.upload.title')}
      heading={
        <Typography variant="h2" component="h1">
          {t(isChoosing ? 'web.upload.title' : 'web.upload.runningTitle')}
        </Typography>
      }
      options={
        <OptionsPanel
          snapshot={snapshot}
          error={isChoosing ? stage.error : undefined}
          maxSize={maxSize}
          onStart={(share) => session.start(share)}
        />
      }
      maxSize={maxSize}
      showsLink
    />
  );
}
