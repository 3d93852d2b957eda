import Box from '@mui/material/Box';

interface Props {
  name: string;
  /** Pixels */
  size?: number;
}

/** White is readable on each of them. */
const colors = ['#b1443a', '#9c3a78', '#6f4fa8', '#2f6ba8', '#08777a', '#2a7a48', '#8d5a10'];

/** Somebody, as the first letters of the name in a colour of its own. */
export function Avatar({ name, size = 32 }: Props) {
  return (
    <Box
      aria-hidden
      component="span"
      style={{ width: size, height: size, fontSize: size * 0.375, backgroundColor: colorOf(name) }}
      sx={avatarStyle}
    >
      {initialsOf(name)}
    </Box>
  );
}

function colorOf(name: string): string | undefined {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return colors[sum % colors.length];
}

/** Of the first and the last word; one letter if there is only one word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}

const avatarStyle = {
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: '50%',
  color: '#fff',
  fontWeight: 640,
  lineHeight: 1,
  textTransform: 'uppercase',
} as const;
