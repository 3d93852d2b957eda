import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Camera as cameraIcon, Folder as folderIcon, type IconNode, Plus as plusIcon } from 'lucide';
import { type ChangeEvent, useRef } from 'react';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../lib/i18n.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import type { FilePicking } from './use-file-picking.ts';

interface Props {
  picking: FilePicking;
  /** `main`: the main action of the page. `more`: adds to what is there. */
  look?: 'plain' | 'main' | 'more';
}

type Source = 'files' | 'folder' | 'camera';

const labels: Readonly<Record<'first' | 'more', Readonly<Record<Source, MessageKey>>>> = {
  first: {
    files: 'web.upload.chooseFiles',
    folder: 'web.upload.chooseFolder',
    camera: 'web.upload.takePhoto',
  },
  more: { files: 'web.upload.addFiles', folder: 'web.upload.addFolder', camera: 'web.upload.takePhoto' },
};

const icons: Readonly<Record<Source, IconNode>> = {
  files: plusIcon,
  folder: folderIcon,
  camera: cameraIcon,
};

/** React's types do not know `webkitdirectory`. */
const attributes: Readonly<Record<Source, object>> = {
  files: { multiple: true },
  folder: { webkitdirectory: '' },
  camera: { accept: 'image/*', capture: 'environment' },
};

export function ChooseButtons({ picking, look = 'plain' }: Props) {
  const second: Source = isHandheld() ? 'camera' : 'folder';
  return (
    <Box sx={look === 'main' ? mainStyle : rowStyle}>
      {(['files', second] as const).map((source) => (
        <ChooseButton key={source} source={source} picking={picking} look={look} />
      ))}
    </Box>
  );
}

function ChooseButton({ source, picking, look }: Required<Props> & { source: Source }) {
  const { t } = useTranslator();
  const input = useRef<HTMLInputElement>(null);
  const isMain = look === 'main' && source === 'files';

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    picking.addFiles([...(event.target.files ?? [])]);
    // Choosing the same files again must be a change, too.
    event.target.value = '';
  };
  return (
    <>
      <Button
        variant={isMain ? 'contained' : look === 'more' ? 'text' : 'outlined'}
        color={isMain ? 'primary' : 'inherit'}
        size={look === 'main' ? 'large' : 'medium'}
        startIcon={<Icon icon={icons[source]} />}
        onClick={() => input.current?.click()}
      >
        {t(labels[look === 'more' ? 'more' : 'first'][source])}
      </Button>
      <input
        ref={input}
        type="file"
        {...attributes[source]}
        hidden
        onChange={handleChange}
        data-testid={`${source}-input`}
      />
    </>
  );
}

/** Phones and tablets have a camera, and cannot choose folders. */
function isHandheld(): boolean {
  return window.matchMedia?.('(hover: none) and (pointer: coarse)').matches ?? false;
}

const rowStyle = { display: 'flex', flexWrap: 'wrap', gap: 1.25 } as const;

const mainStyle = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: 1.5,
  width: { xs: '100%', sm: 'auto' },
} as const;
