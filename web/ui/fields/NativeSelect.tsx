import Box from '@mui/material/Box';
import { ChevronDown as chevronDownIcon } from 'lucide';
import type { ComponentProps } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { useDescription } from './field-note.ts';

/** The browser's own list in the style of our fields: the best one on a phone and for screen readers. */
export function NativeSelect(props: ComponentProps<'select'>) {
  const description = useDescription(props['aria-describedby']);
  return (
    <Box sx={{ position: 'relative' }}>
      <Box
        component="select"
        {...props}
        aria-describedby={description}
        sx={{
          width: '100%',
          minHeight: 46,
          pl: 1.75,
          pr: 5,
          appearance: 'none',
          font: 'inherit',
          color: 'text.primary',
          bgcolor: 'paper.raised',
          border: 1,
          borderColor: 'paper.lineStrong',
          borderRadius: 1,
          textOverflow: 'ellipsis',
          '&:hover': { borderColor: 'text.primary' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
        }}
      />
      <Icon
        icon={chevronDownIcon}
        sx={{
          position: 'absolute',
          right: 12,
          top: '50%',
          mt: '-11px',
          pointerEvents: 'none',
          color: 'text.secondary',
        }}
      />
    </Box>
  );
}
