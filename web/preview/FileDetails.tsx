import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Copy as copyIcon } from 'lucide';
import type { ReactNode } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { useCopy } from '../ui/links/use-copy.ts';
import { monospace } from './text/monospace.ts';

interface Props {
  id: string;
  shareId: string;
  file: ShareFile;
  hasDirectLink: boolean;
}

/** The details of a file, besides its content. */
export function FileDetails({ id, shareId, file, hasDirectLink }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const copy = useCopy();
  const copyHash = () => copy(file.sha256, t('web.share.hashCopied'));
  const copyLink = () => copy(client.directUrl(shareId, file.path), t('web.share.directLinkCopied'));
  return (
    <Box id={id} component="dl" sx={listStyle}>
      <Detail label={t('web.preview.path')}>{file.path}</Detail>
      <Detail label={t('web.preview.added')}>
        <span title={format.dateTime(file.createdAt)}>{format.date(file.createdAt)}</span>
      </Detail>
      <Detail label="SHA-256">
        <Box component="span" sx={monospace}>
          {file.sha256}
        </Box>
        <CopyButton onClick={copyHash}>{t('web.share.copyHash')}</CopyButton>
      </Detail>
      {hasDirectLink && (
        <Detail label={t('web.preview.directLink')}>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {client.directUrl(shareId, file.path)}
          </Box>
          <CopyButton onClick={copyLink}>{t('web.share.copyDirectLink')}</CopyButton>
        </Detail>
      )}
    </Box>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary', minWidth: 0 }}>
        {label}
      </Box>
      <Box component="dd" sx={valueStyle}>
        {children}
      </Box>
    </Box>
  );
}

function CopyButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Button size="small" variant="outlined" startIcon={<Icon icon={copyIcon} size={18} />} onClick={onClick}>
      {children}
    </Button>
  );
}

const listStyle = {
  flex: 'none',
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'max-content minmax(0, 1fr)' },
  columnGap: 3,
  alignItems: 'center',
  maxHeight: '50dvh',
  overflow: 'auto',
  m: 0,
  px: { xs: 2, sm: 3 },
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
  typography: 'body2',
} as const;

const valueStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  minHeight: { sm: 44 },
  mb: { xs: 1.5, sm: 0 },
  ml: 0,
  overflowWrap: 'anywhere',
} as const;
