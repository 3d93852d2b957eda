import Box from '@mui/material/Box';
import { Icon } from '../icons/Icon.tsx';
import { cropOf, fileTypeOf, typeIcons } from './file-type.ts';
import type { PrintedFile } from './Print.tsx';

interface Props {
  /** From back to front, at most three. */
  files: readonly PrintedFile[];
  /** Grey, for what is over. */
  isOver?: boolean;
}

const angles: readonly (readonly string[])[] = [
  ['rotate(-3deg)'],
  ['rotate(-9deg) translate(-4px, 1px)', 'rotate(-1.5deg)'],
  ['rotate(-9deg) translate(-4px, 1px)', 'rotate(7deg) translate(4px, -1px)', 'rotate(-1.5deg)'],
];

/** A share in a list: the fan of its prints in 52 × 48 pixels. */
export function MiniStack({ files, isOver = false }: Props) {
  // Without a file, one blank print.
  const turns = angles[Math.min(Math.max(files.length, 1), angles.length) - 1] ?? [];
  return (
    <Box aria-hidden sx={[stackStyle, isOver && { '& > i': { filter: 'grayscale(1) opacity(0.6)' } }]}>
      {turns.map((transform, index) => (
        <Box component="i" key={transform} sx={printStyle} style={{ transform }}>
          <Content file={files[index]} />
        </Box>
      ))}
    </Box>
  );
}

function Content({ file }: { file: PrintedFile | undefined }) {
  if (file === undefined) return <Box component="u" sx={{ bgcolor: 'rgb(40 30 15 / 10%)' }} />;
  const type = fileTypeOf(file.name);
  if (file.picture !== undefined)
    return <img src={file.picture} alt="" loading="lazy" decoding="async" style={cropOf(type)} />;
  return (
    <Box component="u" sx={{ bgcolor: `types.${type}.solid` }}>
      <Icon icon={typeIcons[type]} size={17} />
    </Box>
  );
}

const stackStyle = { position: 'relative', flex: 'none', width: 52, height: 48 } as const;

const printStyle = {
  position: 'absolute',
  left: 7,
  top: 5,
  width: 38,
  height: 38,
  p: '2px',
  borderRadius: '3px',
  bgcolor: 'paper.print',
  boxShadow: '0 1px 2px rgb(40 30 15 / 30%), 0 3px 8px -3px rgb(40 30 15 / 35%)',
  '& > *': { display: 'grid', placeItems: 'center', width: '100%', height: '100%', borderRadius: '1px' },
  '& > img': { objectFit: 'cover' },
  '& > u': { color: '#fff', textDecoration: 'none' },
} as const;
