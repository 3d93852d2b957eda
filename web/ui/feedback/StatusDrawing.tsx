import Box from '@mui/material/Box';
import type { IconNode } from 'lucide';
import { createElement } from 'react';

/** What happened to the prints: tied with a ribbon until they are opened, loose, or grey because they are over. */
export type DrawingLook = 'tied' | 'loose' | 'over';

interface Props {
  look: DrawingLook;
  /** On the seal */
  icon: IconNode;
  isError: boolean;
}

const sealSide = 32;
/** The icons are drawn on a grid of 24. */
const sealScale = sealSide / 24;

/** Three prints under a seal that says by its icon what is the matter. Shows nothing that the text does not say. */
export function StatusDrawing({ look, icon, isError }: Props) {
  return (
    <Box
      component="svg"
      viewBox="0 0 300 236"
      width={300}
      height={236}
      aria-hidden
      focusable="false"
      sx={[drawingStyle, look === 'over' && { '& > .prints': { filter: 'saturate(0.12)' } }]}
    >
      <g className="prints">
        <g className="print" transform="rotate(-10 150 120)">
          <rect className="paper" x="62" y="44" width="168" height="140" rx="4" />
          <rect x="70" y="52" width="152" height="124" rx="1" fill="oklch(0.8 0.075 195)" />
        </g>
        <g className="print" transform="rotate(8 150 120)">
          <rect className="paper" x="72" y="40" width="168" height="140" rx="4" />
          <rect x="80" y="48" width="152" height="124" rx="1" fill="oklch(0.8 0.085 30)" />
        </g>
        <g className="print" transform="rotate(-2 150 120)">
          <rect className="paper" x="62" y="48" width="176" height="144" rx="4" />
          <rect x="70" y="56" width="160" height="128" rx="1" fill="oklch(0.86 0.075 85)" />
          <path d="M70 184v-38l34-30 30 26 40-44 56 50v36z" fill="oklch(0.74 0.095 65)" />
          <circle cx="108" cy="86" r="12" fill="#fff" opacity="0.85" />
        </g>
      </g>
      {look === 'tied' && (
        <g className="ribbon" transform="rotate(-2 150 120)">
          <rect x="138" y="44" width="26" height="152" />
          <rect x="58" y="108" width="184" height="22" />
        </g>
      )}
      <circle className={isError ? 'seal error' : `seal ${look}`} cx="151" cy="119" r="35" />
      <g className="icon" transform={`translate(135 103) scale(${sealScale})`}>
        {icon.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
      </g>
    </Box>
  );
}

const drawingStyle = {
  display: 'block',
  maxWidth: '100%',
  height: 'auto',
  '& .print': { filter: 'drop-shadow(0 8px 8px rgb(40 30 15 / 24%))' },
  '& .paper': { fill: 'var(--fs-palette-paper-print)' },
  '& .ribbon, & .seal': { fill: 'var(--fs-palette-primary-main)' },
  '& .seal': { stroke: 'var(--fs-palette-background-default)', strokeWidth: 3 },
  '& .seal.over': { fill: 'var(--fs-palette-text-caption)' },
  '& .seal.error': { fill: 'var(--fs-palette-error-main)' },
  '& .icon': {
    fill: 'none',
    stroke: 'var(--fs-palette-background-default)',
    strokeWidth: 1.9,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
} as const;
