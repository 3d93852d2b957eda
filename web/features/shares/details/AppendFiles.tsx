import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { AppError, UploadFailedError } from '#sdk/browser.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { client } from '../../../lib/sdk.ts';
import { RequestError } from '../../../ui/feedback/FormError.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { TruncatedList } from '../../../ui/lists/TruncatedList.tsx';
import { ChooseButtons } from '../../../uploading/ChooseButtons.tsx';
import { DropOverlay } from '../../../uploading/DropOverlay.tsx';
import { treeOf } from '../../../uploading/list/file-tree.ts';
import { nameOfItem } from '../../../uploading/list/upload-items.ts';
import type { Append } from '../../../uploading/open-upload.ts';
import { OverallProgress, ProgressPanel } from '../../../uploading/ProgressPanel.tsx';
import { RefusedFiles } from '../../../uploading/RefusedFiles.tsx';
import type { Stopping } from '../../../uploading/running/StopButton.tsx';
import { UnfinishedNotice } from '../../../uploading/UnfinishedNotice.tsx';
import type { UploadSession, UploadSnapshot, UploadStage } from '../../../uploading/upload-session.ts';
import { useFilePicking } from '../../../uploading/use-file-picking.ts';
import { useUpload } from '../../../uploading/use-upload.ts';
import { appendTo } from '../append-uploads.ts';
import { useRefreshShares } from '../share-queries.ts';

/** Appends files to a share: chosen, pasted or dropped anywhere. Visitors see each file as soon as it has arrived. */
export function AppendFiles({ share }: { share: ShareDetails }) {
  const { t } = useTranslator();
  const upload = appendTo(share.id);
  const { session } = upload;
  const snapshot = useUpload(upload);
  const { stage, unfinished } = snapshot;
  const isChoosing = stage.kind === 'choosing';
  const picking = useFilePicking(session, isChoosing);
  const refresh = useRefreshShares();
  const stop = async () => {
    await (stage.kind === 'running' ? session.cancel() : session.discard());
    await refresh();
  };

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {isChoosing && unfinished && (
        <UnfinishedNotice
          unfinished={unfinished}
          files={snapshot.files}
          discardLabel={t('web.shares.addStop')}
          onDiscard={() => void stop()}
        />
      )}
      {isChoosing && !unfinished && share.isAdding && <AppendingElsewhere share={share} />}
      {isChoosing && stage.error !== undefined && <RequestError error={stage.error} />}
      {isChoosing && snapshot.files.size === 0 && (
        <Box sx={emptyStyle}>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('web.shares.addHint')}</Box>
          <ChooseButtons picking={picking} />
        </Box>
      )}
      <RefusedFiles refused={snapshot.refused} />
      {isChoosing && snapshot.files.size > 0 && <Picked snapshot={snapshot} upload={upload} />}
      {stage.kind === 'running' && (
        <ProgressPanel stage={stage} session={session} stopping={stopping} onStop={stop} />
      )}
      {stage.kind === 'interrupted' && <Interrupted stage={stage} session={session} onStop={stop} />}
      {isChoosing && <DropOverlay {...picking.overlay} title={t('web.upload.dropNow')} />}
    </Box>
  );
}

/** An append of another tab or browser: it can only be stopped. */
function AppendingElsewhere({ share }: { share: ShareDetails }) {
  const { t } = useTranslator();
  const refresh = useRefreshShares();
  const end = useMutation({
    mutationFn: () => client.discardUpload({ share, uploadToken: '', isAppended: true, files: new Map() }),
    onSettled: refresh,
  });
  return (
    <Box sx={{ display: 'grid', gap: 1.25, justifyItems: 'start' }}>
      <Notice>{t('web.shares.addingText')}</Notice>
      <RequestError error={end.error} />
      <Button variant="outlined" disabled={end.isPending} onClick={() => end.mutate()}>
        {t('web.shares.addStop')}
      </Button>
    </Box>
  );
}

const namedAtMost = 6;

function Picked({ snapshot, upload }: { snapshot: UploadSnapshot; upload: Append }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { stage } = snapshot;
  const items = (treeOf(snapshot.files).get('') ?? []).map((key) => ({
    key,
    content: nameOfItem(key),
  }));
  const isTaken = stage.kind === 'choosing' && isAboutTakenPaths(stage.error);
  return (
    <Panel>
      <Box>
        <Box sx={{ fontWeight: 600 }}>
          {t('web.upload.summary', { count: snapshot.files.size, size: format.bytes(snapshot.size) })}
        </Box>
        <TruncatedList items={items} limit={namedAtMost} sx={namesStyle} />
      </Box>
      <Box sx={buttonsStyle}>
        <Button variant="contained" color="primary" onClick={() => upload.add({ replace: isTaken })}>
          {isTaken ? t('web.shares.addReplace') : t('web.shares.addStart', { count: snapshot.files.size })}
        </Button>
        <Button variant="outlined" onClick={() => upload.session.clear()}>
          {t('web.common.cancel')}
        </Button>
      </Box>
    </Panel>
  );
}

/** Refused before anything was sent: the share already has files of these paths. */
function isAboutTakenPaths(error: unknown): boolean {
  return (
    error instanceof UploadFailedError &&
    error.failures.every(
      (failure) => failure.error instanceof AppError && failure.error.code === 'file_exists',
    )
  );
}

const stopping: Stopping = {
  label: 'web.shares.addStop',
  title: 'web.shares.addStopTitle',
  text: 'web.shares.addStopText',
  confirm: 'web.shares.addStop',
};

interface InterruptedProps {
  stage: Extract<UploadStage, { kind: 'interrupted' }>;
  session: UploadSession;
  onStop(): Promise<void>;
}

function Interrupted({ stage, session, onStop }: InterruptedProps) {
  const { t } = useTranslator();
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused />
      <RequestError error={stage.error} />
      <Box sx={buttonsStyle}>
        <Button variant="contained" color="primary" onClick={() => session.retry()}>
          {t('web.upload.retry')}
        </Button>
        <Button variant="outlined" onClick={() => void onStop()}>
          {t('web.shares.addStop')}
        </Button>
      </Box>
    </Panel>
  );
}

const emptyStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1.25,
  p: 2,
  textAlign: 'center',
  border: '2px dashed',
  borderColor: 'paper.line',
  borderRadius: 1.6,
} as const;

const buttonsStyle = { display: 'flex', flexWrap: 'wrap', gap: 1.25 } as const;

const namesStyle = { m: 0, mt: 0.5, pl: 2.5, typography: 'body2', color: 'text.secondary' } as const;
