import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AppError } from '#sdk/contract/errors.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { FormError } from '../../ui/FormError.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import type { BegunDraft } from '../../uploading/continued-journal.ts';
import { openContinuation } from '../../uploading/open-upload.ts';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import { useUpload } from '../../uploading/use-upload.ts';
import { ContinuePanel } from './ContinuePanel.tsx';
import { ResultPanel } from './ResultPanel.tsx';

/** Goes on with a draft: the same files are chosen again, and only what is missing is sent. */
export function ContinuedUpload({ id }: { id: string }) {
  const translator = useTranslator();
  const begun = useQuery({
    queryKey: ['draft', id],
    queryFn: () => fetchDraft(id),
    // What the upload adds is known to its own page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (begun.isPending) return <TableSkeleton />;
  if (begun.isError) return <FormError>{describeError(translator, begun.error)}</FormError>;
  return <DraftUpload begun={begun.data} />;
}

function DraftUpload({ begun }: { begun: BegunDraft }) {
  const { t } = useTranslator();
  const maxSize = useConfig()('share.maxSize') || null;
  const navigate = useNavigate();
  const leave = () => void navigate(paths.upload, { replace: true });
  const [upload] = useState(() => openContinuation(begun, leave));
  const { session } = upload;
  const snapshot = useUpload(upload);
  const { stage } = snapshot;
  if (stage.kind === 'done') return <ResultPanel result={stage.result} recipients={0} onReset={leave} />;
  const title = t('web.upload.continueTitle', { name: begun.draft.name ?? begun.draft.id });
  return (
    <UploadWorkspace
      snapshot={snapshot}
      session={session}
      title={title}
      heading={
        <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
      }
      options={
        <ContinuePanel
          draft={begun.draft}
          snapshot={snapshot}
          error={stage.kind === 'choosing' ? stage.error : undefined}
          maxSize={maxSize}
          onStart={() => session.start({})}
        />
      }
      maxSize={maxSize}
      showsLink
    />
  );
}

/** @throws AppError `share_completed` when there is nothing to go on with */
async function fetchDraft(id: string): Promise<BegunDraft> {
  const params = { id };
  const draft = await client.shares.getOwned({ params });
  if (draft.state !== 'draft') throw new AppError('share_completed');
  const present: BegunDraft['present'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: '1000', ...(cursor && { cursor }) };
    const page: Awaited<ReturnType<typeof client.files.listOwned>> = await client.files.listOwned({
      params,
      query,
    });
    present.push(...page.files);
    cursor = page.nextCursor;
  }
  return { draft, present };
}
