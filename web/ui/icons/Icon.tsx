import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { IconNode } from 'lucide';
import { createElement } from 'react';
import { forward } from '../../lib/direction.ts';

interface Props {
  /** An icon of `lucide`. */
  icon: IconNode;
  /** Pixels */
  size?: number;
  /** Points along the line of text: mirrored where that runs from right to left */
  isDirectional?: boolean;
  sx?: SxProps<Theme>;
}

/** A decorative icon: the text or label beside it says what it means. */
export function Icon({ icon, size = 20, isDirectional = false, sx }: Props) {
  const drawing = {
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    'aria-hidden': true,
    focusable: 'false',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.75,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    style: { display: 'block', flex: 'none', ...(isDirectional && forward() === -1 && { scale: '-1 1' }) },
    children: icon.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes })),
  } as const;
  // A list has many: a plain element takes a fraction of the time of one with styles.
  return sx === undefined ? <svg {...drawing} /> : <Box component="svg" {...drawing} sx={sx} />;
}
