import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download as downloadIcon } from 'lucide';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Icon } from '../../ui/icons/Icon.tsx';

interface Props {
  share: Share;
  onlyFile: ShareFile | undefined;
}

/**
 * A plain link, so that the browser's own download shows the progress and can pause and resume. If archives are
 * compressed, the page first asks the server whether one is ready.
 */
export function DownloadAll({ share, onlyFile }: Props) {
  const { t } = useTranslator();
  const size = useFormat().bytes(share.size);
  const isCompressed = useConfig()('share.zipCompressionLevel') > 0;
  const url = onlyFile ? client.fileUrl(share.id, onlyFile.id) : client.archiveUrl(share.id);
  const archive = useArchive(url);
  const isSingle = share.fileCount === 1;
  if (isSingle && !onlyFile) return null;

  function handleClick(event: MouseEvent) {
    if (isSingle || !isCompressed) return;
    event.preventDefault();
    archive.download();
  }

  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: { md: 'end' } }}>
      <Button
        component="a"
        href={url}
        download
        onClick={handleClick}
        loading={archive.isPending}
        loadingPosition="start"
        variant="contained"
        color="primary"
        size="large"
        startIcon={<Icon icon={downloadIcon} />}
      >
        {t(isSingle ? 'web.share.downloadOne' : 'web.share.downloadAll', { size })}
      </Button>
      <Typography
        role="status"
        sx={{ maxWidth: '24em', color: 'text.secondary', '&:empty': { display: 'none' } }}
      >
        {archive.isPending && t('web.share.archivePending')}
      </Typography>
    </Box>
  );
}

const usualPause = 5000;

/** Downloads an archive that may still have to be built: asks until it is ready, while the page is open. */
function useArchive(url: string) {
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

/** Milliseconds until the next request; null when there is something to download, even an error. */
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
