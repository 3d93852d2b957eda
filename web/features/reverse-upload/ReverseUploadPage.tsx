import Button from '@mui/material/Button';
import {
  ArchiveRestore as archiveRestoreIcon,
  type IconNode,
  Lock as lockIcon,
  Unlink as unlinkIcon,
  UserKey as userKeyIcon,
} from 'lucide';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { AppError, ErrorCode } from '#sdk/contract/errors.js';
import { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { paths, signInPath } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { type OpenUpload, openUpload } from '../../uploading/open-upload.ts';
import { useUpload } from '../../uploading/use-upload.ts';
import { FilesSent } from './FilesSent.tsx';
import { SendFiles } from './SendFiles.tsx';
import { useInvitation } from './use-invitation.ts';

/** The page where senders upload files to a reverse share. */
export function ReverseUploadPage() {
  const { token = '' } = useParams();
  return <ReverseUpload key={token} token={token} />;
}

function ReverseUpload({ token }: { token: string }) {
  const isSignedIn = useCurrentUser() !== null;
  const upload = uploadFor(token);
  const snapshot = useUpload(upload);
  const answer = useInvitation(token);
  const [begun, setBegun] = useState<ReverseShareInvitation | null>(null);
  const { stage, unfinished } = snapshot;
  const refusal = stage.kind === 'choosing' ? stage.error : undefined;
  const { refetch } = answer;
  // The invitation may have changed since the page was opened: it may need a password now.
  useEffect(() => {
    if (refusal !== undefined) void refetch();
  }, [refusal, refetch]);
  // A started upload can be completed even if it has used up the reverse share.
  const isUnderWay = stage.kind !== 'choosing' || unfinished !== null;
  const known = () => (isUnderWay ? (begun ?? readKnownInvitation(token)) : null);
  const invitation = answer.data?.kind === 'open' ? answer.data.invitation : known();

  if (stage.kind === 'done' && invitation) {
    const handleReset = () => {
      upload.session.reset();
      void refetch();
    };
    return (
      <FilesSent
        {...{ token, invitation }}
        result={stage.result}
        files={snapshot.files}
        onReset={handleReset}
      />
    );
  }
  if (invitation?.requiresSignIn && !isSignedIn) return <SignInFirst invitation={invitation} />;
  if (invitation) {
    const { session } = upload;
    const begin = (send: () => void) => {
      setBegun(invitation);
      keepInvitation(token, invitation);
      send();
    };
    return (
      <SendFiles
        {...{ token, invitation, session, snapshot }}
        onStart={(share) => begin(() => session.start(share))}
        onContinue={() => begin(session.continueDraft)}
      />
    );
  }
  if (answer.data?.kind === 'refused') return <RefusedInvitation reason={answer.data.reason} />;
  if (answer.isPending) return <PageSkeleton layout="request" />;
  return <ErrorPage error={answer.error} onRetry={() => void refetch()} />;
}

const uploads = new Map<string, OpenUpload>();

/** The upload of this tab to a reverse share. */
function uploadFor(token: string): OpenUpload {
  const upload = uploads.get(token) ?? openUpload(`fileshare.upload.${token}`, () => forgetInvitation(token));
  uploads.set(token, upload);
  return upload;
}

/** Shown if only signed-in people may send files. The sign-in page leads back here. */
function SignInFirst({ invitation }: { invitation: ReverseShareInvitation }) {
  const { t } = useTranslator();
  const { pathname } = useLocation();
  return (
    <StatusPage
      icon={userKeyIcon}
      title={t('web.reverseUpload.signInTitle', { owner: invitation.owner })}
      actions={
        <Button component={Link} to={signInPath(pathname)} variant="contained" color="primary">
          {t('web.nav.signIn')}
        </Button>
      }
    >
      <p>{t('web.reverseUpload.signInText')}</p>
    </StatusPage>
  );
}

/**
 * The invitation with which an upload started. An upload may use up its reverse share: the server then no longer sends
 * the invitation to a sender who comes back to resume.
 */
function readKnownInvitation(token: string): ReverseShareInvitation | null {
  try {
    const known = ReverseShareInvitation.safeParse(JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null'));
    return known.success ? known.data : null;
  } catch {
    return null;
  }
}

function keepInvitation(token: string, invitation: ReverseShareInvitation): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify(invitation));
  } catch {
    // Visitors can forbid a page to store anything.
  }
}

/** Removes the invitation when nothing is left to resume. */
function forgetInvitation(token: string): void {
  try {
    localStorage.removeItem(keyOf(token));
  } catch {
    // Nothing was stored either.
  }
}

function keyOf(token: string): string {
  return `fileshare.invitation.${token}`;
}

interface Page {
  icon: IconNode;
  title: MessageKey;
  text: MessageKey;
}

const notFound: Page = {
  icon: unlinkIcon,
  title: 'web.reverseUpload.notFoundTitle',
  text: 'web.reverseUpload.notFoundText',
};

/** Errors that the server does not distinguish look the same here. */
const pages: { readonly [C in ErrorCode]?: Page } = {
  reverse_share_closed: {
    icon: lockIcon,
    title: 'web.reverseUpload.closedTitle',
    text: 'web.reverseUpload.closedText',
  },
  reverse_share_used_up: {
    icon: archiveRestoreIcon,
    title: 'web.reverseUpload.usedUpTitle',
    text: 'web.reverseUpload.usedUpText',
  },
};

/** The reason why no files are accepted, and what to do. */
function RefusedInvitation({ reason }: { reason: AppError }) {
  const { t } = useTranslator();
  const page = pages[reason.code] ?? notFound;
  return (
    <StatusPage
      icon={page.icon}
      title={t(page.title)}
      actions={
        <Button component={Link} to={paths.home} variant="outlined">
          {t('web.notFound.home')}
        </Button>
      }
    >
      <p>{t(page.text)}</p>
    </StatusPage>
  );
}
