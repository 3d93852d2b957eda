import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { takeSharedFiles } from '../../lib/service-worker.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { UploadStage } from '../../uploading/upload-session.ts';
import { useUpload } from '../../uploading/use-upload.ts';
import { ContinuedUpload } from './ContinuedUpload.tsx';
import { currentUpload } from './current-upload.ts';
import { NewUpload } from './NewUpload.tsx';
import { ResultPanel } from './ResultPanel.tsx';

export function UploadPage() {
  const [params] = useSearchParams();
  useSharedFiles();
  const draftId = params.get('continue');
  return draftId === null ? <CurrentUpload /> : <UploadOfDraft key={draftId} id={draftId} />;
}

/** Adds the files with which another app has opened the page. They are sent when the visitor says so. */
function useSharedFiles(): void {
  const [params, setParams] = useSearchParams();
  const isShared = params.has('shared');
  useEffect(() => {
    if (!isShared) return;
    void takeSharedFiles().then((files) => {
      const { session } = currentUpload;
      if (session.getSnapshot().stage.kind === 'done') session.reset();
      if (files.length > 0) session.add(files.map((file) => ({ path: file.name, file })));
      setParams(new URLSearchParams(), { replace: true });
    });
  }, [isShared, setParams]);
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
      <CurrentUpload />
    </>
  );
}

type UnderWay = Extract<UploadStage, { kind: 'running' | 'interrupted' }>;

function isUnderWay(stage: UploadStage): stage is UnderWay {
  return stage.kind === 'running' || stage.kind === 'interrupted';
}

/** The upload of this tab to a new share, or its result. */
function CurrentUpload() {
  const snapshot = useUpload(currentUpload);
  const { stage, files } = snapshot;
  if (stage.kind !== 'done') return <NewUpload snapshot={snapshot} />;
  return (
    <ResultPanel
      result={stage.result}
      files={files}
      recipients={stage.recipients}
      onReset={() => currentUpload.session.reset()}
    />
  );
}
