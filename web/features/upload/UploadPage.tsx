import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { UploadStage } from '../../uploading/upload-session.ts';
import { useUpload } from '../../uploading/use-upload.ts';
import { ContinuedUpload } from './ContinuedUpload.tsx';
import { currentUpload } from './current-upload.ts';
import { NewUpload } from './NewUpload.tsx';

export function UploadPage() {
  const [params] = useSearchParams();
  const draftId = params.get('continue');
  return draftId === null ? <NewUpload /> : <UploadOfDraft key={draftId} id={draftId} />;
}

/** What is under way in this tab comes first; it may be this very draft. */
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
