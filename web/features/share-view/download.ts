import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { useConfig } from '../../lib/config.tsx';
import { client } from '../../lib/sdk.ts';
import { useReloadShare } from './use-share-view.ts';

/** The download of a whole share, for all of its buttons. */
export interface Download {
  url: string;
  size: number;
  isSingle: boolean;
  /** The archive is being prepared */
  isPending: boolean;
  /** Why it cannot be downloaded; undefined: it can be. */
  held: ShareFile['held'];
  handleClick(event: MouseEvent): void;
}

/**
 * A plain link, so that the browser's own download shows the progress and can pause and resume. If archives are
 * compressed, the page first asks the server whether one is ready.
 */
export function useDownload(share: Share, files: readonly ShareFile[]): Download {
  const onlyFile = share.fileCount === 1 ? files[0] : undefined;
  const isCompressed = useConfig()('share.zipCompressionLevel') > 0;
  const isSingle = onlyFile !== undefined;
  const url = isSingle ? client.fileUrl(share.id, onlyFile.id) : client.archiveUrl(share.id);
  const archive = useArchive(url, useReloadShare(share.id));
  return {
    url,
    size: share.size,
    isSingle,
    isPending: archive.isPending,
    held: share.scanning === undefined ? files.find(({ held }) => held)?.held : 'scanning',
    handleClick: (event) => {
      if (isSingle || !isCompressed) return;
      event.preventDefault();
      archive.download();
    },
  };
}

const usualPause = 5000;

/**
 * Downloads an archive that may still have to be built: asks until it is ready, while the page is open. If the share is
 * closed by then, the page says why instead.
 */
function useArchive(url: string, reload: () => void) {
  const [isPending, setIsPending] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(): Promise<void> {
    const pause = await readPause(url);
    setIsPending(pause !== null && pause !== 'closed');
    if (pause === 'closed') reload();
    else if (pause === null) startDownload(url);
    else timer.current = setTimeout(() => void ask(), pause);
  }

  return { isPending, download: () => void ask() };
}

/** Milliseconds until the next request; null when there is something to download, even an error. */
async function readPause(url: string): Promise<number | 'closed' | null> {
  try {
    const { status, headers } = await fetch(url, { method: 'HEAD' });
    if (status === 403) return 'closed';
    return status === 202 ? Number(headers.get('retry-after')) * 1000 || usualPause : null;
  } catch {
    return usualPause;
  }
}

function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
