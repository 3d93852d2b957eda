import { useEffect, useRef, useState } from 'react';

const usualPause = 5000;

/** Downloads an archive that may still have to be built: asks until it is there, as long as the page is. */
export function useArchive(url: string) {
  const [isPending, setIsPending] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(): Promise<void> {
    const pause = await readPause(url);
    setIsPending(pause !== null);
    if (pause === null) startDownload(url);
    else timer.current = setTimeout(() => void ask(), pause);
  }

  return { isPending, download: () => void ask() };
}

/** Milliseconds until it is worth asking again; null when there is something to download, were it an error. */
async function readPause(url: string): Promise<number | null> {
  try {
    const { status, headers } = await fetch(url, { method: 'HEAD' });
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
