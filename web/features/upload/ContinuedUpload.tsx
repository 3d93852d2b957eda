import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { collect, paginate } from '#sdk/browser.js';
import { AppError } from '#sdk/contract/errors.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { RowsSkeleton } from '../../ui/feedback/RowsSkeleton.tsx';
import type { DraftContent } from '../../uploading/draft-journal.ts';
import { findLimitProblem } from '../../uploading/find-limit-problem.ts';
import { type DraftUpload, openDraftUpload } from '../../uploading/open-upload.ts';
import { titlePartsOf } from '../../uploading/title-parts.ts';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import { useUpload } from '../../uploading/use-upload.ts';
import { DraftSettings } from './DraftSettings.tsx';
import { ResultPanel } from './ResultPanel.tsx';

/** Continues a draft: the same files are chosen again, and only what is missing is sent. */
export function ContinuedUpload({ id }: { id: string }) {
  const draft = useQuery({
    queryKey: ['draft', id],
    queryFn: () => openDraft(id),
    // The upload knows what it has added since.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  if (draft.isPending) {
    return (
      <Loading>
        <RowsSkeleton hasPrints />
      </Loading>
    );
  }
  if (draft.isError) return <RequestError error={draft.error} />;
  return <DraftWorkspace upload={draft.data} />;
}

function DraftWorkspace({ upload }: { upload: DraftUpload }) {
  const { t } = useTranslator();
  const config = useConfig();
  const maxSize = config('share.maxSize') || null;
  const maxFiles = config('share.maxFiles');
  const navigate = useNavigate();
  const { content, session, onDiscarded } = upload;
  const snapshot = useUpload(upload);
  const { stage } = snapshot;
  useEffect(() => onDiscarded(() => void navigate(paths.upload, { replace: true })), [onDiscarded, navigate]);

  const limitProblem = findLimitProblem(snapshot, { maxSize, maxFiles, present: content.present });

  if (stage.kind === 'done') {
    const handleReset = () => {
      forgetDraftUpload(content.draft.id);
      void navigate(paths.upload, { replace: true });
    };
    return <ResultPanel result={stage.result} files={snapshot.files} recipients={0} onReset={handleReset} />;
  }
  const { name } = titlePartsOf(content.draft);
  const title = t('web.upload.continueTitle', { name });
  const heading = (
    <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
  );
  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={title}
      runningTitle={title}
      waitingTitle={t('web.upload.waitingNamed', { name })}
      intro={
        <Box sx={{ display: 'grid', gap: 1 }}>
          {heading}
          <DraftFacts draft={content.draft} />
        </Box>
      }
      heading={heading}
      options={<DraftFacts draft={content.draft} />}
      start={{
        label: t('web.upload.continueStart'),
        isDisabled: limitProblem !== null,
        limitProblem,
        error: stage.kind === 'choosing' ? stage.error : undefined,
        onSubmit: () => session.continueDraft(),
      }}
      showsLink
    />
  );
}

const draftUploads = new Map<string, DraftUpload>();

/**
 * The upload of this tab that continues a draft; it keeps running while other pages are shown.
 *
 * @throws AppError `share_completed` when the share is no draft
 */
async function openDraft(id: string): Promise<DraftUpload> {
  const known = draftUploads.get(id);
  if (known && known.session.getSnapshot().stage.kind !== 'choosing') return known;
  const opened = openDraftUpload(await fetchDraft(id));
  opened.onDiscarded(() => forgetDraftUpload(id));
  draftUploads.set(id, opened);
  return opened;
}

function forgetDraftUpload(id: string): void {
  draftUploads.delete(id);
}

async function fetchDraft(id: string): Promise<DraftContent> {
  const params = { id };
  const draft = await client.shares.getOwned({ params });
  if (draft.state !== 'draft') throw new AppError('share_completed');
  const files = paginate('files', (query) => client.files.listOwned({ params, query }), { pageSize: 1000 });
  return { draft, present: await collect(files) };
}

/** What the draft holds already. */
function DraftFacts({ draft }: { draft: OwnerShare }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ fontWeight: 600 }}>
        {draft.fileCount > 0 || draft.arriving === null
          ? t('web.upload.continueThere', { count: draft.fileCount, size: format.bytes(draft.size) })
          : t('web.upload.continueBegun', { size: format.bytes(draft.arriving.receivedBytes) })}
      </Box>
      <DraftSettings draft={draft} />
    </Box>
  );
}
