import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download as downloadIcon } from 'lucide';
import { phoneScreen, tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { Download } from './download.ts';

interface Props {
  download: Download;
  isLarge?: boolean;
  isWide?: boolean;
}

/** The one obvious thing to do on the page of a share, with the size of what is downloaded. */
export function DownloadButton({ download, isLarge = false, isWide = false }: Props) {
  const { t } = useTranslator();
  const size = useFormat().bytes(download.size);
  return (
    <Button
      component="a"
      href={download.url}
      download
      onClick={download.handleClick}
      disabled={download.held !== undefined}
      loading={download.isPending}
      loadingPosition="start"
      variant="contained"
      color="primary"
      size={isLarge ? 'large' : 'medium'}
      fullWidth={isWide}
      startIcon={<Icon icon={downloadIcon} />}
    >
      {t(download.isSingle ? 'web.share.downloadOne' : 'web.share.downloadAll')}{' '}
      <Box component="span" sx={sizeStyle}>
        {size}
      </Box>
    </Button>
  );
}

/** The button in the page, which `ReachBar` watches. On phones it is in the dock instead. */
export function MainDownload({ download, isWide = false }: Props) {
  return (
    <Box
      data-main-action=""
      sx={{ [phoneScreen]: { position: 'absolute', visibility: 'hidden', width: '1px', overflow: 'hidden' } }}
    >
      <DownloadButton download={download} isLarge isWide={isWide} />
    </Box>
  );
}

/** Says that the archive is being prepared, or why nothing can be downloaded. */
export function DownloadStatus({ download }: { download: Download }) {
  const { t } = useTranslator();
  return (
    <Typography role="status" sx={statusStyle}>
      {download.isPending && t('web.share.archivePending')}
      {download.held &&
        t(download.held === 'scanning' ? 'web.share.scanning' : `web.share.held.${download.held}`)}
    </Typography>
  );
}

export const sizeStyle = {
  ...tabularNumbers,
  ml: 1.75,
  pl: 1.5,
  borderLeft: '1px solid color-mix(in oklab, currentColor 32%, transparent)',
  fontWeight: 450,
} as const;

const statusStyle = {
  mt: 1.5,
  maxWidth: '30em',
  color: 'text.secondary',
  '&:empty': { display: 'none' },
} as const;
