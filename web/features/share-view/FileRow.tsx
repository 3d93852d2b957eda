import { mdiChevronRight, mdiDownload, mdiFingerprint, mdiFolderOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ShareFile } from '#sdk/contract/files.js';
import { tabularNumbers } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { fileIcon } from '../../ui/file-icon.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { Folder } from './file-tree.ts';

/** Pixels; every row has it, so that the place of each is known without measuring. */
export const fileRowHeight = 64;

/** Name, size, actions; header and rows share it. */
export const entryColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto 44px', sm: 'minmax(0, 1fr) 110px 96px' },
  columnGap: { xs: 1.5, sm: 2 },
  alignItems: 'center',
  px: { xs: 1.5, sm: 2.5 },
} as const;

interface Place {
  rowIndex: number;
  /** Pixels from the top of the list */
  top: number;
}

export function FolderRow({ folder, rowIndex, top }: Place & { folder: Folder }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Row rowIndex={rowIndex} top={top}>
      <NameCell icon={mdiFolderOutline} note={t('web.share.fileCount', { count: folder.fileCount })}>
        <Box component={Link} to={`?${new URLSearchParams({ folder: folder.path })}`} sx={nameLinkStyle}>
          {folder.name}
        </Box>
      </NameCell>
      <SizeCell>{format.bytes(folder.size)}</SizeCell>
      <Box
        role="cell"
        aria-hidden
        sx={{ display: 'grid', placeItems: 'center', justifySelf: 'end', width: 44, color: 'text.secondary' }}
      >
        <Icon path={mdiChevronRight} />
      </Box>
    </Row>
  );
}

export function FileRow({ shareId, file, rowIndex, top }: Place & { shareId: string; file: ShareFile }) {
  const { t } = useTranslator();
  const format = useFormat();
  const copy = useCopy();
  const href = client.fileUrl(shareId, file.id);
  return (
    <Row rowIndex={rowIndex} top={top}>
      <NameCell icon={fileIcon(file.name)}>
        <Box component="a" href={href} download sx={nameLinkStyle}>
          {file.name}
        </Box>
      </NameCell>
      <SizeCell>{format.bytes(file.size)}</SizeCell>
      <Box role="cell" sx={{ display: 'flex', justifyContent: 'end', position: 'relative', mr: -1 }}>
        <IconButton
          aria-label={t('web.share.copyHash', { name: file.name })}
          title={t('web.share.copyHashTitle')}
          onClick={() => copy(file.sha256, t('web.share.hashCopied'))}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <Icon path={mdiFingerprint} size={20} />
        </IconButton>
        <IconButton
          component="a"
          href={href}
          download
          aria-label={t('web.share.downloadFile', { name: file.name })}
        >
          <Icon path={mdiDownload} size={22} />
        </IconButton>
      </Box>
    </Row>
  );
}

function Row({ rowIndex, top, children }: Place & { children: ReactNode }) {
  return (
    <Box
      role="row"
      aria-rowindex={rowIndex}
      style={{ transform: `translateY(${top}px)` }}
      sx={{
        ...entryColumns,
        position: 'absolute',
        inset: '0 0 auto 0',
        height: fileRowHeight,
        '&:not([aria-rowindex="2"])': { borderTop: 1, borderColor: 'divider' },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      {children}
    </Box>
  );
}

function NameCell({ icon, note, children }: { icon: string; note?: string; children: ReactNode }) {
  return (
    <Box
      role="cell"
      sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1.5, sm: 2 }, minWidth: 0, height: '100%' }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flex: 'none',
          width: 38,
          height: 38,
          borderRadius: 1,
          bgcolor: 'paper.sunken',
          color: 'text.secondary',
        }}
      >
        <Icon path={icon} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          minWidth: 0,
          height: '100%',
          flex: 1,
        }}
      >
        {children}
        {note !== undefined && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{note}</Box>}
      </Box>
    </Box>
  );
}

function SizeCell({ children }: { children: ReactNode }) {
  return (
    <Box
      role="cell"
      sx={{
        ...tabularNumbers,
        typography: 'body2',
        color: 'text.secondary',
        textAlign: 'end',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}

/** The link covers its whole row; buttons in the row lie above it. */
const nameLinkStyle = {
  fontWeight: 550,
  color: 'text.primary',
  textDecoration: 'none',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&::before': { content: '""', position: 'absolute', inset: 0 },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': {
    outline: '2px solid',
    outlineColor: 'primary.main',
    outlineOffset: -3,
    borderRadius: '12px',
  },
} as const;
