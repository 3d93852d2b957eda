import Box from '@mui/material/Box';
import { lazy, type MouseEvent, Suspense } from 'react';
import { useParams } from 'react-router';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { BlankShare } from './BlankShare.tsx';
import { OpenedShare } from './OpenedShare.tsx';
import { useShareView } from './use-share-view.ts';

// Most visitors find an open share.
const ClosedShare = lazy(async () => ({ default: (await import('./ClosedShare.tsx')).ClosedShare }));

export function ShareViewPage() {
  const { id = '' } = useParams();
  const view = useShareView(id);
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
