import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';

interface Props {
  items: readonly (readonly [label: string, value: string])[];
  /** The columns, and what is around the list */
  sx: SxProps;
}

/** Labels with their values, side by side. */
export function DescriptionList({ items, sx }: Props) {
  return (
    <Box component="dl" sx={[listStyle, sx].flat()}>
      {items.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}

const listStyle = {
  display: 'grid',
  m: 0,
  typography: 'body2',
  '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;
