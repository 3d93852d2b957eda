import { mdiDownload } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { MouseEvent } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import type { Share } from '#sdk/contract/shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useArchive } from './use-archive.ts';

interface Props {
  share: Share;
  onlyFile: ShareFile | undefined;
}

/**
 * A plain link: the browser's own download, with its progress, pause and resumption. Where archives are compressed, the
 * page asks first whether there is one.
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
        startIcon={<Icon path={mdiDownload} />}
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
