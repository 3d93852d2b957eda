import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../lib/i18n.tsx';
import { client } from '../lib/sdk.ts';
import { CopyButton } from '../ui/links/CopyButton.tsx';
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
        <CopyButton
          value={file.sha256}
          label={t('web.share.copyHash')}
          doneMessage={t('web.share.hashCopied')}
        />
      </Detail>
      {hasDirectLink && (
        <Detail label={t('web.preview.directLink')}>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {client.directUrl(shareId, file.path)}
          </Box>
          <CopyButton
            value={client.directUrl(shareId, file.path)}
            label={t('web.share.copyDirectLink')}
            doneMessage={t('web.share.directLinkCopied')}
          />
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
