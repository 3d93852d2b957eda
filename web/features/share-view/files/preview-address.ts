import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Where a folder is shown. */
export function folderAddress(path: string): string {
  return path === '' ? '?' : `?${new URLSearchParams({ folder: path })}`;
}

/** Where a file is shown over the list. The folder stays, so that closing leads back to it. */
function fileAddress(search: URLSearchParams, path: string | null): string {
  const changed = new URLSearchParams(search);
  if (path === null) changed.delete('file');
  else changed.set('file', path);
  return `?${changed}`;
}

/** The entry of the history below is the list itself. */
const openedHere = { isPreview: true } as const;

/** A link that opens a file over the list; back closes it again. */
export function usePreviewLink(path: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = fileAddress(search, path);
  return { to, state: openedHere, open: () => void navigate(to, { state: openedHere }) };
}

/** The file that is shown over the list, which stands in the address. */
export function usePreviewAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return useMemo(
    () => ({
      path: search.get('file'),
      show: (path: string) => void navigate(fileAddress(search, path), { replace: true, state }),
      close: () => {
        // Who came by a link to the file stays on the page.
        if (isOpenedHere(state)) void navigate(-1);
        else void navigate(fileAddress(search, null), { replace: true });
      },
    }),
    [search, navigate, state],
  );
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isPreview' in state;
}
