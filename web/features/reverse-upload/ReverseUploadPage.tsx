import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { CreateShare } from '#sdk/contract/share-inputs.js';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useUpload } from '../../uploading/use-upload.ts';
import { uploadFor } from './current-uploads.ts';
import { keepInvitation, readKnownInvitation } from './known-invitation.ts';
import { RefusedInvitation } from './RefusedInvitation.tsx';
import { SendFiles } from './SendFiles.tsx';
import { SentPage } from './SentPage.tsx';
import { SignInFirst } from './SignInFirst.tsx';
import { useInvitation } from './use-invitation.ts';

/** Where somebody sends files to the owner of a reverse share. */
export function ReverseUploadPage() {
  const { token = '' } = useParams();
  return <ReverseUpload key={token} token={token} />;
}

function ReverseUpload({ token }: { token: string }) {
  const isMember = useCurrentUser() !== null;
  const upload = uploadFor(token);
  const snapshot = useUpload(upload);
  const answer = useInvitation(token);
  const [begun, setBegun] = useState<ReverseShareInvitation | null>(null);
  const { stage, unfinished } = snapshot;
  const refusal = stage.kind === 'choosing' ? stage.error : undefined;
  const { refetch } = answer;
  // The invitation may have changed since the page was opened: it may ask for a password now.
  useEffect(() => {
    if (refusal !== undefined) void refetch();
  }, [refusal, refetch]);
  // What was begun can be ended, also when it took the last use.
  const isUnderWay = stage.kind !== 'choosing' || unfinished !== null;
  const known = () => (isUnderWay ? (begun ?? readKnownInvitation(token)) : null);
  const invitation = answer.data?.kind === 'open' ? answer.data.invitation : known();

  if (stage.kind === 'done' && invitation) {
    const handleReset = () => {
      upload.session.reset();
      void refetch();
    };
    return <SentPage {...{ token, invitation }} result={stage.result} onReset={handleReset} />;
  }
  if (invitation?.requiresSignIn && !isMember) return <SignInFirst invitation={invitation} />;
  if (invitation) {
    const handleStart = (share: CreateShare) => {
      setBegun(invitation);
      keepInvitation(token, invitation);
      upload.session.start(share);
    };
    const { session } = upload;
    return <SendFiles {...{ token, invitation, session, snapshot }} onStart={handleStart} />;
  }
  if (answer.data?.kind === 'refused') return <RefusedInvitation reason={answer.data.reason} />;
  if (answer.isPending) return <PageSkeleton />;
  return <ErrorPage error={answer.error} onRetry={() => void refetch()} />;
}
