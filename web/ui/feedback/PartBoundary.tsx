import Button from '@mui/material/Button';
import { type ReactNode, Suspense } from 'react';
import type { Translator } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Boundary } from '../../lib/loading/Boundary.tsx';
import { LoadError } from '../../lib/loading/lazy-part.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { FormError } from './FormError.tsx';

interface Props {
  children: ReactNode;
  /** Drawn while the code is on its way; without it, what is around waits as well. */
  fallback?: ReactNode;
  /** Drawn in place of what could not be loaded; a message with a button, unless given. */
  failed?: ReactNode;
  onFailure?: (error: unknown) => void;
}

/** Around parts whose code is loaded later: if that fails, everything around them stays. */
export function PartBoundary({ children, fallback, failed, onFailure }: Props) {
  return (
    <Boundary
      onError={onFailure}
      render={(error, retry) => {
        if (!(error instanceof LoadError)) throw error;
        return failed === undefined ? <NotLoaded onRetry={retry} /> : failed;
      }}
    >
      {fallback === undefined ? children : <Suspense fallback={fallback}>{children}</Suspense>}
    </Boundary>
  );
}

interface OpenedProps {
  children: ReactNode;
  /** What shows it is closed, so that it can be opened again. */
  onClose?: () => void;
}

/** Around a part that opens over the page: if it cannot be loaded, a short message says why. */
export function OpenedPart({ children, onClose }: OpenedProps) {
  const translator = useTranslator();
  const { notify } = useNotifier();
  const handleFailure = (error: unknown) => {
    if (!(error instanceof LoadError)) return;
    notify(describeLoadError(translator), 'error');
    onClose?.();
  };
  return (
    <PartBoundary fallback={null} failed={null} onFailure={handleFailure}>
      {children}
    </PartBoundary>
  );
}

/** Why code could not be loaded, and what to do. */
export function describeLoadError({ t }: Translator): string {
  return navigator.onLine
    ? t('web.errorPage.notLoaded')
    : `${t('web.offline.title')}\n${t('web.offline.text')}`;
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  const translator = useTranslator();
  return (
    <FormError>
      {describeLoadError(translator)}
      <Button variant="outlined" onClick={onRetry} sx={{ display: 'flex', mt: 1 }}>
        {translator.t('web.errorPage.retry')}
      </Button>
    </FormError>
  );
}
