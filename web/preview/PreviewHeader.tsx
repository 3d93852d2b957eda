import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Download as downloadIcon, Info as infoIcon, X as xIcon } from 'lucide';
import type { ShareFile } from '#sdk/contract/files.js';
import { tabularNumbers } from '../app/theme.ts';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { Icon } from '../ui/icons/Icon.tsx';

interface Props {
  /** The prefix of the IDs of the labels here. */
  id: string;
  shareId: string;
  file: ShareFile;
  /** "3 of 12"; undefined if there is only one */
  position: string | undefined;
  showsDetails: boolean;
  onDetails(): void;
  onClose(): void;
}

export function PreviewHeader({ id, shareId, file, position, showsDetails, onDetails, onClose }: Props) {
  const { t } = useTranslator();
  const facts = [position, useFormat().bytes(file.size)].filter((fact) => fact !== undefined);
  const download = {
    component: 'a',
    href: client.fileUrl(shareId, file.id),
    download: true,
    'aria-label': t('web.share.downloadFile', { name: file.name }),
  } as const;
  return (
    <Box sx={barStyle}>
      <IconButton aria-label={t('web.preview.close')} onClick={onClose}>
        <Icon icon={xIcon} />
      </IconButton>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="h2" id={`${id}-name`} title={file.name} sx={nameStyle}>
          {file.name}
        </Box>
        <Box sx={{ ...tabularNumbers, typography: 'caption', color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Box>
      </Box>
      <IconButton
        aria-label={t('web.preview.details')}
        aria-expanded={showsDetails}
        aria-controls={`${id}-details`}
        onClick={onDetails}
      >
        <Icon icon={infoIcon} />
      </IconButton>
      <IconButton {...download} sx={{ display: { sm: 'none' } }}>
        <Icon icon={downloadIcon} />
      </IconButton>
      <Button
        {...download}
        variant="text"
        startIcon={<Icon icon={downloadIcon} size={20} />}
        sx={{ display: { xs: 'none', sm: 'inline-flex' }, bgcolor: 'rgb(255 255 255 / 10%)' }}
      >
        {t('web.preview.download')}
      </Button>
    </Box>
  );
}

const barStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0.5, sm: 1.5 },
  flex: 'none',
  minHeight: 64,
  px: { xs: 0.5, sm: 2 },
  py: 1,
} as const;

const nameStyle = {
  m: 0,
  typography: 'body1',
  fontWeight: 600,
  lineHeight: 1.3,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
