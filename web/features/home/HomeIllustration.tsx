import Box from '@mui/material/Box';
import { Clock as clockIcon } from 'lucide';
import type { ReactNode } from 'react';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';

const sender = 'Anna Ribeiro';
const photos = 24;
const bytes = 212_000_000;
const days = 7;

/** A share as its recipient meets it: a stack of prints, and who sent it. Says nothing that the text beside it does not. */
export function HomeIllustration() {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <Box aria-hidden sx={frameStyle}>
      <Box component="svg" viewBox="0 0 560 452" focusable="false" sx={drawingStyle}>
        <defs>
          <Sky name="dusk" colors={['oklch(0.62 0.13 300)', 'oklch(0.78 0.12 25)', 'oklch(0.91 0.1 80)']} />
          <Sky name="noon" colors={['oklch(0.74 0.1 235)', 'oklch(0.93 0.04 210)']} />
          <Sky name="night" colors={['oklch(0.25 0.07 275)', 'oklch(0.48 0.11 290)']} />
          <Sky name="morning" colors={['oklch(0.9 0.06 195)', 'oklch(0.96 0.04 110)']} />
        </defs>
        <Print place="translate(26 56) rotate(-9 100 130)" width={204} height={268} sky="night">
          <path d="M0 166l54-40 42 28 52-46 56 44v116H0z" fill="oklch(0.36 0.09 290)" />
          <path d="M0 206q70-52 128-16t76-12v90H0z" fill="oklch(0.29 0.07 280)" />
          <path d="M0 232q98-30 204 6v30H0z" fill="oklch(0.22 0.05 275)" />
          <circle cx="146" cy="58" r="21" fill="oklch(0.95 0.05 95)" />
          <path
            d="M30 40h3M62 74h3M92 32h3M40 104h3M104 92h3M182 104h3M74 126h3M176 30h3"
            stroke="#fff"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </Print>
        <Print place="translate(330 22) rotate(8 104 104)" width={208} height={208} sky="noon">
          <path d="M0 126h208v82H0z" fill="oklch(0.62 0.1 225)" />
          <path d="M0 152q52-12 104 0t104 0v56H0z" fill="oklch(0.54 0.1 230)" />
          <path d="M208 108v100H96q26-64 112-100z" fill="oklch(0.66 0.09 145)" />
          <path d="M150 136l5-74h18l5 66z" fill="#fff" />
          <path d="M153.500 100l1.500-18h18.500l1.300 18zM151 126l1-13h24l1 13z" fill="oklch(0.62 0.18 28)" />
          <path d="M152 62l12-18 12 18z" fill="oklch(0.45 0.13 28)" />
          <path d="M38 140l22-46v46zM64 140V102l16 38z" fill="#fff" />
          <path d="M32 144h54l-9 12H42z" fill="oklch(0.45 0.13 28)" />
        </Print>
        <Print place="translate(374 196) rotate(-5 78 104)" width={160} height={212} sky="morning">
          <path d="M0 122q48-40 92-12t68-22v124H0z" fill="oklch(0.8 0.09 150)" />
          <path d="M0 160q72-44 160-10v62H0z" fill="oklch(0.66 0.11 150)" />
          <path
            d="M42 172q-13-44 0-88 13 44 0 88zM68 178q-10-34 0-68 10 34 0 68z"
            fill="oklch(0.42 0.09 155)"
          />
          <path d="M96 152h40v26H96z" fill="oklch(0.96 0.02 85)" />
          <path d="M90 154l26-20 26 20z" fill="oklch(0.62 0.14 40)" />
          <circle cx="118" cy="58" r="15" fill="oklch(0.9 0.13 90)" />
        </Print>
        <Print place="translate(78 112) rotate(-2.5 200 130)" width={400} height={262} sky="dusk">
          <circle cx="262" cy="124" r="34" fill="oklch(0.97 0.07 90)" />
          <path d="M0 142l66-52 48 36 70-72 76 80 44-34 96 66v96H0z" fill="oklch(0.6 0.11 330)" />
          <path d="M184 54l-29 30 16-4 13 14 12-12 16 4z" fill="oklch(0.94 0.03 40)" />
          <path d="M0 158l92-34 82 40 84-28 142 44v82H0z" fill="oklch(0.46 0.11 305)" />
          <path d="M0 182h400v80H0z" fill="oklch(0.68 0.11 25)" />
          <path d="M0 182h400v22q-200 26-400 0z" fill="oklch(0.54 0.11 320)" opacity=".6" />
          <path
            d="M230 206h66M242 220h44M250 234h28"
            stroke="oklch(0.95 0.08 85)"
            strokeWidth="5"
            strokeLinecap="round"
          />
          <path d="M0 262v-46q64 6 96 46zM400 262v-62q-92 10-126 62z" fill="oklch(0.27 0.07 300)" />
          <path d="M352 214l9-62 9 62zM372 214l12-84 12 84zM24 230l9-52 9 52z" fill="oklch(0.27 0.07 300)" />
        </Print>
      </Box>
      <Box sx={noteStyle}>
        <Avatar name={sender} size={40} />
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ fontWeight: 560, textWrap: 'balance' }}>
            {t('web.share.sharedBy.picture', { sender, count: photos })}
          </Box>
          <Box sx={factsStyle}>
            {format.bytes(bytes)}
            <Box sx={chipStyle}>
              <Icon icon={clockIcon} size={16} />
              {t('web.share.left.day', { count: days })}
            </Box>
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** From the top to the horizon */
function Sky({ name, colors }: { name: string; colors: readonly string[] }) {
  return (
    <linearGradient id={`sky-${name}`} x2="0" y2="1">
      {colors.map((color, index) => (
        <stop key={color} offset={index / colors.length} stopColor={color} />
      ))}
    </linearGradient>
  );
}

interface PrintProps {
  place: string;
  width: number;
  height: number;
  sky: string;
  /** What lies below the sky, in pixels of the picture */
  children: ReactNode;
}

const edge = 9;

function Print({ place, width, height, sky, children }: PrintProps) {
  return (
    <g>
      <g transform={place}>
        <rect
          className="paper"
          width={width + 2 * edge}
          height={height + 2 * edge}
          x={-edge}
          y={-edge}
          rx="4"
        />
        <svg width={width} height={height}>
          <rect width={width} height={height} fill={`url(#sky-${sky})`} />
          {children}
        </svg>
      </g>
    </g>
  );
}

const frameStyle = {
  position: 'relative',
  justifySelf: 'center',
  width: '100%',
  maxWidth: 600,
  pb: { xs: 5, md: 4 },
} as const;

const drawingStyle = {
  display: 'block',
  width: '100%',
  overflow: 'visible',
  '& .paper': { fill: 'var(--fs-palette-paper-print)' },
  '@keyframes deal': { from: { opacity: 0, transform: 'translateY(28px)' } },
  '& > g': {
    filter: 'drop-shadow(0 10px 12px rgb(40 30 15 / 26%))',
    animation: 'deal 420ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards',
  },
  '& > g:nth-of-type(2)': { animationDelay: '60ms' },
  '& > g:nth-of-type(3)': { animationDelay: '120ms' },
  '& > g:nth-of-type(4)': { animationDelay: '180ms' },
} as const;

/** The words in front of the prints. Turned by nothing: it is read. */
const noteStyle = {
  position: 'absolute',
  insetInlineStart: { xs: 8, sm: 24 },
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 1.75,
  maxWidth: 'calc(100% - 16px)',
  px: 2,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  boxShadow: 'var(--fs-shadow-float)',
} as const;

const factsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.25,
  mt: 0.25,
  typography: 'body2',
  color: 'text.secondary',
} as const;

const chipStyle = { display: 'flex', alignItems: 'center', gap: 0.5 } as const;
