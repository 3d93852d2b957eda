import { mdiChevronRight, mdiFolderOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EntryRow, NameCell, nameStyle, type Place, SizeCell } from './EntryRow.tsx';
import type { Folder } from './file-tree.ts';
import { folderAddress } from './preview-address.ts';
import { SelectBox } from './SelectBox.tsx';
import type { Selection } from './use-selection.ts';

interface Props extends Place {
  folder: Folder;
  selection: Selection | undefined;
}

export function FolderRow({ folder, selection, ...place }: Props) {
  const { t } = useTranslator();
  const size = useFormat().bytes(folder.size);
  const isSelected = selection?.hasFolder(folder.path);
  return (
    <EntryRow {...place} isSelected={isSelected}>
      <NameCell
        icon={mdiFolderOutline}
        note={t('web.share.fileCount', { count: folder.fileCount })}
        size={size}
        mark={
          selection && (
            <SelectBox
              name={folder.name}
              isSelected={isSelected === true}
              onToggle={() => selection.toggleFolder(folder.path)}
            />
          )
        }
      >
        {selection ? (
          <Box component="span" sx={{ ...nameStyle, '&::before': undefined }}>
            {folder.name}
          </Box>
        ) : (
          <Box component={Link} to={folderAddress(folder.path)} sx={nameStyle}>
            {folder.name}
          </Box>
        )}
      </NameCell>
      <SizeCell>{size}</SizeCell>
      <Box role="cell" aria-hidden sx={chevronStyle}>
        {!selection && <Icon path={mdiChevronRight} />}
      </Box>
    </EntryRow>
  );
}

const chevronStyle = {
  display: 'grid',
  placeItems: 'center',
  justifySelf: 'end',
  width: 44,
  color: 'text.secondary',
} as const;
