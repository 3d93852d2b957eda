import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import type { UploadStage } from '../../uploading/upload-session.ts';
import { useUpload } from '../../uploading/use-upload.ts';
import { ContinuedUpload } from './ContinuedUpload.tsx';
import { currentUpload } from './current-upload.ts';
import { OptionsPanel } from './OptionsPanel.tsx';
import { ResultPanel } from './ResultPanel.tsx';

export function UploadPage() {
  const [params] = useSearchParams();
  const draftId = params.get('continue');
  return draftId === null ? <NewUpload /> : <UploadOfDraft key={draftId} id={draftId} />;
}

/** A running upload of this tab is shown first; it may be this very draft. */
function UploadOfDraft({ id }: { id: string }) {
  const { t } = useTranslator();
  const { stage } = useUpload(currentUpload);
  const [wasUnderWay] = useState(isUnderWay(stage));
  const isOver = !wasUnderWay && stage.kind === 'done';
  useEffect(() => {
    if (isOver) currentUpload.session.reset();
  }, [isOver]);

  if (!wasUnderWay || stage.kind === 'choosing') return <ContinuedUpload id={id} />;
  return (
    <>
      {isUnderWay(stage) && stage.share?.id !== id && <Notice>{t('web.upload.continueBlocked')}</Notice>}
      <NewUpload />
    </>
  );
}

type UnderWay = Extract<UploadStage, { kind: 'running' | 'interrupted' }>;

function isUnderWay(stage: UploadStage): stage is UnderWay {
  return stage.kind === 'running' || stage.kind === 'interrupted';
}

/** An upload to a new share. */
function NewUpload() {
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
