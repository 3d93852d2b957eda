import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FilePlus as filePlusIcon, FolderPlus as folderPlusIcon } from 'lucide';
import { type ChangeEvent, useRef } from 'react';
import { useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { FilePicking } from './use-file-picking.ts';

interface Props {
  picking: FilePicking;
  /** It is the main action of the page */
  isProminent?: boolean;
}

export function ChooseButtons({ picking, isProminent = false }: Props) {
  const { t } = useTranslator();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    picking.addFiles([...(event.target.files ?? [])]);
    // Choosing the same files again must be a change, too.
    event.target.value = '';
  };

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, justifyContent: 'center' }}>
      <Button
        variant={isProminent ? 'contained' : 'outlined'}
        color={isProminent ? 'primary' : 'inherit'}
        startIcon={<Icon icon={filePlusIcon} />}
        onClick={() => files.current?.click()}
      >
        {t('web.upload.chooseFiles')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Icon icon={folderPlusIcon} />}
        onClick={() => folder.current?.click()}
      >
        {t('web.upload.chooseFolder')}
      </Button>
      <input ref={files} type="file" multiple hidden onChange={handleChange} data-testid="files-input" />
      <input
        ref={folder}
        type="file"
        {...choosesFolders}
        hidden
        onChange={handleChange}
        data-testid="folder-input"
      />
    </Box>
  );
}

/** Every browser knows it; React's types do not. */
const choosesFolders = { webkitdirectory: '' };
