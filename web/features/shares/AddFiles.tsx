import { mdiPause, mdiPlay } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ChooseButtons } from '../../uploading/ChooseButtons.tsx';
import { DropOverlay } from '../../uploading/DropOverlay.tsx';
import { OverallProgress } from '../../uploading/ProgressPanel.tsx';
import { RefusedFiles } from '../../uploading/RefusedFiles.tsx';
import type { UploadSession, UploadSnapshot } from '../../uploading/upload-session.ts';
import { useFilePicking } from '../../uploading/use-file-picking.ts';
import { useUpload } from '../../uploading/use-upload.ts';
import { additionTo } from './adding-uploads.ts';
import { useRefreshShares } from './use-share-details.ts';

/** Files to add to a share: chosen, pasted or dropped anywhere. They are seen by visitors as soon as each is there. */
export function AddFiles({ share }: { share: ShareDetails }) {
  const { t } = useTranslator();
  const upload = additionTo(share.id);
  const { session } = upload;
  const snapshot = useUpload(upload);
  const isChoosing = snapshot.stage.kind === 'choosing';
  const picking = useFilePicking(session, isChoosing);
  useWhenAdded(snapshot, session);

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {isChoosing && snapshot.files.size === 0 && (
        <Box sx={emptyStyle}>
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>{t('web.shares.addHint')}</Box>
          <ChooseButtons picking={picking} />
        </Box>
      )}
      <RefusedFiles refused={snapshot.refused} />
      {isChoosing && snapshot.files.size > 0 && <Picked snapshot={snapshot} session={session} />}
      {snapshot.stage.kind === 'running' && <Running stage={snapshot.stage} session={session} />}
      {snapshot.stage.kind === 'interrupted' && <Interrupted stage={snapshot.stage} session={session} />}
      {isChoosing && <DropOverlay picking={picking} />}
    </Box>
  );
}

/** All of it is there: the list shows it, and the place is free for more. */
function useWhenAdded({ stage }: UploadSnapshot, session: UploadSession): void {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const refresh = useRefreshShares();
  const added = stage.kind === 'done' ? stage.result.files : null;
  useEffect(() => {
    if (added === null) return;
    session.reset();
    notify(t('web.shares.filesAdded', { count: added }), 'success');
    void refresh();
  }, [added, session, notify, t, refresh]);
}

function Picked({ snapshot, session }: { snapshot: UploadSnapshot; session: UploadSession }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { stage } = snapshot;
  return (
    <Panel>
      <Box>
        <Box sx={{ fontWeight: 600 }}>
          {t('web.upload.summary', { count: snapshot.files.size, size: format.bytes(snapshot.size) })}
        </Box>
        <Box component="ul" sx={namesStyle}>
          {[...snapshot.groups.values()].slice(0, 6).map(({ key, name }) => (
            <li key={key}>{name}</li>
          ))}
          {snapshot.groups.size > 6 && (
            <li>{t('web.upload.refusedMore', { count: snapshot.groups.size - 6 })}</li>
          )}
        </Box>
      </Box>
      {stage.kind === 'choosing' && stage.error !== undefined && (
        <FormError>{describeError(translator, stage.error)}</FormError>
      )}
      <Box sx={buttonsStyle}>
        <Button variant="contained" color="primary" onClick={() => session.start({})}>
          {t('web.shares.addStart', { count: snapshot.files.size })}
        </Button>
        <Button variant="outlined" onClick={() => session.clear()}>
          {t('web.common.cancel')}
        </Button>
      </Box>
    </Panel>
  );
}

type Stage<Kind> = Extract<UploadSnapshot['stage'], { kind: Kind }>;

function Running({ stage, session }: { stage: Stage<'running'>; session: UploadSession }) {
  const { t } = useTranslator();
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused={stage.isPaused} />
      <Box sx={buttonsStyle}>
        <Button
          variant="outlined"
          startIcon={<Icon path={stage.isPaused ? mdiPlay : mdiPause} />}
          onClick={() => (stage.isPaused ? session.resume() : session.pause())}
        >
          {t(stage.isPaused ? 'web.upload.resume' : 'web.upload.pause')}
        </Button>
        <Button variant="outlined" onClick={() => session.cancel()}>
          {t('web.upload.cancel')}
        </Button>
      </Box>
    </Panel>
  );
}

function Interrupted({ stage, session }: { stage: Stage<'interrupted'>; session: UploadSession }) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <Panel>
      <OverallProgress progress={stage.progress} isPaused />
      <FormError>{describeError(translator, stage.error)}</FormError>
      <Box sx={buttonsStyle}>
        <Button variant="contained" color="primary" onClick={() => session.retry()}>
          {t('web.upload.retry')}
        </Button>
        <Button variant="outlined" onClick={() => session.discard()}>
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
