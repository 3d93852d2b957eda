import type { ReactNode } from 'react';
import { Boundary } from '../../lib/loading/Boundary.tsx';
import { LoadError } from '../../lib/loading/lazy-part.tsx';
import { ErrorPage } from './ErrorPage.tsx';

/** Shows an error page when rendering fails or a chunk cannot be loaded. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      render={(error, retry) => (
        // A reload would end an upload that is running.
        <ErrorPage error={error} {...(error instanceof LoadError && { onRetry: retry })} />
      )}
    >
      {children}
    </Boundary>
  );
}
