import Box from '@mui/material/Box';
import { type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { BlankShare } from './BlankShare.tsx';
import { OpenedShare } from './OpenedShare.tsx';
import type { ShareView } from './share-queries.ts';
import { useShareView } from './use-share-view.ts';

// Most visitors find an open share.
const ClosedShare = lazyPart(async () => (await import('./ClosedShare.tsx')).ClosedShare);

export function ShareViewPage() {
  const { id = '' } = useParams();
  const view = useShareView(id);
  useFocusOnOpening(view.data?.kind);
  const retry = () => void view.refetch();
  // If the owner has set a password since, the page asks for it now: the browser only says that the download failed.
  const handleClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[download]')) retry();
  };
  if (view.isPending) return <BlankShare />;
  // The shown content stays when a later request fails.
  if (!view.data) return <ErrorPage error={view.error} onRetry={retry} />;
  if (view.data.kind === 'open') {
    return (
      <Box onClickCapture={handleClick}>
        <OpenedShare share={view.data.share} />
      </Box>
    );
  }
  return (
    <Suspense fallback={<BlankShare />}>
      <ClosedShare id={id} reason={view.data.reason} onRetry={retry} />
    </Suspense>
  );
}

/** The form for the password, or the button, had the focus: the keyboard continues at the top of what it opened. */
function useFocusOnOpening(kind: ShareView['kind'] | undefined): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === 'closed' && kind === 'open')
      document.getElementById('content')?.focus({ preventScroll: true });
    before.current = kind;
  }, [kind]);
}
