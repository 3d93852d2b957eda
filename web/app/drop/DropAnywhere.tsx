import { useEffect, useState } from 'react';
import { useConfig } from '../../lib/config.tsx';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { withTexts } from '../../lib/texts.ts';
import { OpenedPart } from '../../ui/feedback/PartBoundary.tsx';
import { areDropsClaimed } from '../../uploading/drop-claim.ts';
import type { KeptDrop } from './kept-drop.ts';

// Nobody who only looks at a share loads the code of uploads.
const DropSheet = lazyPart(() =>
  withTexts(['sending'], async () => (await import('./DropSheet.tsx')).DropSheet),
);

/** Files that are dropped anywhere lead to the upload page. No browser opens them in place of the page. */
export function DropAnywhere() {
  const isAllowed = useConfig()('share.allowUnauthenticatedShares');
  const mayUpload = useCurrentUser() !== null || isAllowed;
  const { isOver, kept } = useFileDrag(mayUpload);
  const [isLoaded, setLoaded] = useState(false);
  if ((isOver || kept) && !isLoaded) setLoaded(true);
  // It stays while the dropped files are read. If it could not be loaded, the next drop tries again.
  return (
    isLoaded && (
      <OpenedPart key={kept?.timeStamp}>
        <DropSheet isShown={isOver} kept={kept} />
      </OpenedPart>
    )
  );
}

interface FileDrag {
  /** Whether files are dragged over the window, and no other part of the page takes them */
  isOver: boolean;
  /** The last drop that came before the sheet which takes them */
  kept: KeptDrop | undefined;
}

function useFileDrag(mayUpload: boolean): FileDrag {
  const [isOver, setOver] = useState(false);
  const [kept, setKept] = useState<KeptDrop>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // A picture of the page that is dragged counts as a file, too.
    let isOwn = false;
    window.addEventListener('dragstart', () => (isOwn = true), { signal });
    window.addEventListener('dragend', () => (isOwn = false), { signal });
    const listen = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      handle: (drag: DragEvent) => void,
    ) => window.addEventListener(type, (drag) => !isOwn && hasFiles(drag) && handle(drag), { signal });
    listen('dragenter', () => setOver(mayUpload && !areDropsClaimed()));
    listen('dragover', (drag) => {
      drag.preventDefault();
      if (drag.dataTransfer && !mayUpload && !areDropsClaimed()) drag.dataTransfer.dropEffect = 'none';
    });
    listen('dragleave', (drag) => {
      if (drag.relatedTarget === null) setOver(false);
    });
    listen('drop', (drag) => {
      if (mayUpload && !areDropsClaimed() && !drag.defaultPrevented) setKept(keep(drag));
      drag.preventDefault();
      setOver(false);
    });
    return () => stop.abort();
  }, [mayUpload]);
  return { isOver, kept };
}

function keep({ timeStamp, dataTransfer }: DragEvent): KeptDrop {
  const items = [...(dataTransfer?.items ?? [])];
  return { timeStamp, items: items.map((item) => [item.getAsFile(), item.webkitGetAsEntry()]) };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
