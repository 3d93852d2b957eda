import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { describeError } from '#sdk/i18n/describe-error.js';
import { paths } from '../../app/paths.ts';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import type { Continuation } from '../../uploading/open-upload.ts';
import { UploadWorkspace } from '../../uploading/UploadWorkspace.tsx';
import { useUpload } from '../../uploading/use-upload.ts';
import { ContinuePanel } from './ContinuePanel.tsx';
import { continueDraft, forgetContinuation } from './continuations.ts';
import { ResultPanel } from './ResultPanel.tsx';

/** Goes on with a draft: the same files are chosen again, and only what is missing is sent. */
export function ContinuedUpload({ id }: { id: string }) {
  const translator = useTranslator();
  const continuation = useQuery({
    queryKey: ['draft', id],
    queryFn: () => continueDraft(id),
    // What the upload adds is known to its own page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  if (continuation.isPending) return <TableSkeleton />;
  if (continuation.isError) return <FormError>{describeError(translator, continuation.error)}</FormError>;
  return <DraftUpload upload={continuation.data} />;
}

function DraftUpload({ upload }: { upload: Continuation }) {
  const { t } = useTranslator();
  const maxSize = useConfig()('share.maxSize') || null;
  const navigate = useNavigate();
  const { begun, session, onDiscarded } = upload;
  const snapshot = useUpload(upload);
  const { stage } = snapshot;
  useEffect(() => onDiscarded(() => void navigate(paths.upload, { replace: true })), [onDiscarded, navigate]);

  if (stage.kind === 'done') {
    const handleReset = () => {
      forgetContinuation(begun.draft.id);
      void navigate(paths.upload, { replace: true });
    };
    return <ResultPanel result={stage.result} recipients={0} onReset={handleReset} />;
  }
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
          begun={begun}
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
