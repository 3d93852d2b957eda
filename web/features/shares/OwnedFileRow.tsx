import { mdiDeleteOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { OwnerFile } from '#sdk/contract/files.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { fileIcon } from '../../ui/file-icon.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Pixels; every row has it, so that the place of each is known without measuring. */
export const ownedFileHeight = 64;

interface Props {
  file: OwnerFile;
  position: { index: number; count: number };
  /** Missing where the file has to stay */
  onRemove: (() => void) | undefined;
}

export function OwnedFileRow({ file, position, onRemove }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { index, count } = position;
  const downloads = t('web.shares.fileDownloads', { count: file.downloads });
  return (
    <Box
      component="li"
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${index * ownedFileHeight}px)` }}
      sx={{ ...rowStyle, borderTop: index === 0 ? 0 : 1, borderColor: 'divider' }}
    >
      <Icon path={fileIcon(file.name)} sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box title={file.path} sx={{ ...lineStyle, fontWeight: 550 }}>
          {file.path}
        </Box>
        <Box
          title={file.lastDownloadAt === null ? undefined : format.dateTime(file.lastDownloadAt)}
          sx={{ ...lineStyle, typography: 'caption', color: 'text.secondary' }}
        >
          {format.bytes(file.size)} · {downloads}
        </Box>
      </Box>
      <IconButton
        aria-label={t('web.shares.remove', { name: file.path })}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <Icon path={mdiDeleteOutline} size={20} />
      </IconButton>
    </Box>
  );
}

const rowStyle = {
  position: 'absolute',
  inset: '0 0 auto 0',
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  height: ownedFileHeight,
  pl: 2,
  pr: 1,
} as const;

const lineStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
