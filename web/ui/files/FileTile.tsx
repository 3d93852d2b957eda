import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { Icon } from '../icons/Icon.tsx';
import { FilmMark } from './FilmMark.tsx';
import { cropOf, extensionOf, type FileType, fileTypeOf, typeIcons } from './file-type.ts';

interface Props {
  /** The name of the file; its extension decides about colour and icon. */
  name: string;
  /** The address of a small picture of the content */
  picture?: string | undefined;
  /** In place of the type of the name, for folders. */
  type?: FileType;
  /** Pixels */
  size?: number;
  sx?: SxProps<Theme>;
}

const longestExtension = 4;

/** The square in front of a file's name: a small picture of it, or the colour and icon of its type. */
export function FileTile({ name, picture, type = fileTypeOf(name), size = 44, sx = {} }: Props) {
  const extension = type === 'folder' ? '' : extensionOf(name);
  return (
    <Box
      aria-hidden
      style={{ width: size, height: size }}
      sx={[tileStyle, { bgcolor: `types.${type}.tint`, color: `types.${type}.glyph` }, ...[sx].flat()]}
    >
      {picture === undefined ? (
        <>
          <Icon
            icon={typeIcons[type]}
            size={type === 'folder' ? 22 : 19}
            sx={type === 'folder' ? fill : {}}
          />
          {extension !== '' && extension.length <= longestExtension && <b>{extension}</b>}
        </>
      ) : (
        <>
          <img src={picture} alt="" loading="lazy" decoding="async" style={cropOf(type)} />
          {type === 'film' && <FilmMark size={16} />}
        </>
      )}
    </Box>
  );
}

const fill = { fill: 'color-mix(in oklab, currentColor 22%, transparent)' } as const;

const tileStyle = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: '3px',
  flex: 'none',
  borderRadius: '10px',
  overflow: 'hidden',
  '& b': { font: '680 0.625rem/1 inherit', fontSize: '0.625rem', lineHeight: 1, textTransform: 'uppercase' },
  '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  '&:has(img)::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    borderRadius: 'inherit',
    boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 10%)',
  },
} as const;
