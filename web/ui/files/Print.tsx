import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { phoneScreen } from '../../app/theme.ts';
import { Icon } from '../icons/Icon.tsx';
import { cropOf, extensionOf, fileTypeOf, typeIcons } from './file-type.ts';

/** What is printed: a file, with a picture of its content if there is one. */
export interface PrintedFile {
  name: string;
  /** The address of a picture of the content */
  picture?: string | undefined;
}

interface Props {
  /** Blank paper if missing */
  file?: PrintedFile | undefined;
  /** Size, place and angle */
  sx?: SxProps<Theme>;
}

/** A file on paper. Prints are decoration: they show nothing that is not said elsewhere. */
export function Print({ file, sx = {} }: Props) {
  return (
    <Box aria-hidden sx={[printStyle, ...[sx].flat()]}>
      {!file && <Box sx={blankStyle} />}
      {file?.picture !== undefined && (
        <img src={file.picture} alt="" decoding="async" style={cropOf(fileTypeOf(file.name))} />
      )}
      {file && file.picture === undefined && <TypeSwatch name={file.name} />}
    </Box>
  );
}

function TypeSwatch({ name }: { name: string }) {
  const type = fileTypeOf(name);
  return (
    <Box sx={[swatchStyle, { bgcolor: `types.${type}.solid` }]}>
      <Icon icon={typeIcons[type]} size={30} />
      <span>{extensionOf(name).slice(0, 5)}</span>
    </Box>
  );
}

const printStyle = {
  position: 'absolute',
  p: '7px',
  [phoneScreen]: { p: '5px' },
  borderRadius: '3px',
  bgcolor: 'paper.print',
  boxShadow: 'var(--fs-shadow-print)',
  '& > img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover', borderRadius: '1px' },
} as const;

const blankStyle = { width: '100%', height: '100%', borderRadius: '1px', bgcolor: 'paper.sunken' } as const;

const swatchStyle = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  width: '100%',
  height: '100%',
  p: 'clamp(8px, 2.2cqw, 14px)',
  borderRadius: '1px',
  overflow: 'hidden',
  color: '#fff',
  backgroundImage: 'linear-gradient(155deg, rgb(255 255 255 / 20%), rgb(0 0 0 / 14%))',
  '& span': {
    fontSize: 'clamp(1rem, 3.8cqw, 1.5rem)',
    fontWeight: 680,
    lineHeight: 1,
    letterSpacing: '-0.02em',
    textTransform: 'uppercase',
  },
} as const;
