import { type MouseEvent, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { growPicture, placeOf, returnPicture } from '../../../preview/shown-picture.ts';

/** The address of a folder. */
export function folderAddress(path: string): string {
  return path === '' ? '?' : `?${new URLSearchParams({ folder: path })}`;
}

/** The address of a file's preview. The folder stays in it, so that closing returns to the folder. */
function fileAddress(search: URLSearchParams, path: string | null): string {
  const changed = new URLSearchParams(search);
  if (path === null) changed.delete('file');
  else changed.set('file', path);
  return `?${changed}`;
}

/** The entry of the history below is the list itself. */
const openedHere = { isPreview: true } as const;

/** The attributes of a link to a preview. */
export interface PreviewLink {
  href: string;
  onClick(event: MouseEvent): void;
}

/**
 * A link that opens a file over the list, out of its tile or row there; back closes it again. A list has many of them:
 * they do without the hooks of the router's own.
 */
export function usePreviewLink(path: string): { link: PreviewLink; open(): void } {
  const { search } = useLocation();
  const navigate = useNavigate();
  const to = fileAddress(new URLSearchParams(search), path);
  const open = () => void navigate(to, { state: openedHere });
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    growPicture(event.currentTarget.closest('[data-file]'), open);
  };
  return { link: { href: to, onClick }, open };
}

/** The previewed file, which the address names. */
export function usePreviewAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return useMemo(
    () => ({
      path: search.get('file'),
      show: (path: string) => void navigate(fileAddress(search, path), { replace: true, state }),
      close: () =>
        returnPicture(
          () => placeOf(search.get('file') ?? ''),
          () => {
            // Visitors who opened a link to the file stay on the page.
            if (isOpenedHere(state)) void navigate(-1);
            else void navigate(fileAddress(search, null), { replace: true });
          },
        ),
    }),
    [search, navigate, state],
  );
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isPreview' in state;
}
