import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IconNode } from 'lucide';
import { useTranslator } from '../lib/i18n.tsx';
import { Print } from '../ui/files/Print.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { ChooseButtons } from './ChooseButtons.tsx';
import type { FilePicking } from './use-file-picking.ts';

/** A short statement beside an icon. */
export interface Fact {
  icon: IconNode;
  text: string;
}

interface Props {
  picking: FilePicking;
  /** Along the lower edge */
  facts?: readonly Fact[];
}

/** An empty contact sheet that fills the height: what it looks for is dropped, chosen or pasted. */
export function EmptySheet({ picking, facts = [] }: Props) {
  const { t } = useTranslator();
  const keys = /mac/i.test(navigator.platform) ? '⌘V' : 'Ctrl+V';
  return (
    <Box sx={sheetStyle}>
      <Box sx={bodyStyle}>
        <Box aria-hidden sx={framesStyle} />
        <Examples />
        <Typography variant="h1" component="p" sx={{ m: 0 }}>
          <Box component="span" sx={atDesk}>
            {t('web.upload.dropTitle')}
          </Box>
          <Box component="span" sx={inHand}>
            {t('web.upload.chooseTitle')}
          </Box>
        </Typography>
        <Typography variant="lead" component="p" sx={[{ m: 0, mt: 1, color: 'text.secondary' }, atDesk]}>
          {t('web.upload.pasteHint', { keys })}
        </Typography>
        <Box sx={{ display: 'grid', justifyItems: 'center', width: '100%', mt: 3 }}>
          <ChooseButtons picking={picking} look="main" />
        </Box>
      </Box>
      {facts.length > 0 && <FactStrip facts={facts} />}
    </Box>
  );
}

function FactStrip({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box component="ul" role="list" sx={stripStyle}>
      {facts.map(({ icon, text }) => (
        <Box component="li" key={text} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Icon icon={icon} size={16} />
          {text}
        </Box>
      ))}
    </Box>
  );
}

/** Kinds of files, none of them anybody's, as a small fan of prints. */
function Examples() {
  return (
    <Box aria-hidden sx={fanStyle}>
      {examples.map(({ name, ...place }, index) => (
        <Print key={name} file={{ name }} sx={{ ...place, animationDelay: `${index * 50}ms` }} />
      ))}
    </Box>
  );
}

/** From back to front */
const examples = [
  { name: 'sound.wav', left: '0%', top: 38, width: 108, height: 108, rotate: '-12deg' },
  { name: 'document.pdf', left: '69%', top: 16, width: 104, height: 138, rotate: '11deg' },
  { name: 'picture.jpg', left: '26%', top: 14, width: 160, height: 132, rotate: '-2deg' },
];

/** Where files can be dragged and keys pressed. */
const atDesk = { '@media (hover: none) and (pointer: coarse)': { display: 'none' } } as const;
const inHand = { '@media not ((hover: none) and (pointer: coarse))': { display: 'none' } } as const;

const sheetStyle = {
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minHeight: 'max(440px, 60dvh)',
  border: 1,
  borderColor: 'paper.edge',
  borderRadius: '28px',
  bgcolor: 'background.paper',
  overflow: 'hidden',
} as const;

const bodyStyle = {
  flex: 1,
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'center',
  justifyItems: 'center',
  px: { xs: 2.25, sm: 3 },
  py: 4,
  textAlign: 'center',
} as const;

const frame =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 92 92' preserveAspectRatio='none'%3E%3Crect x='4' y='4' width='84' height='84' rx='7'/%3E%3C/svg%3E\")";

/** Frames that fit a whole number of times, clear in the middle. */
const framesStyle = {
  position: 'absolute',
  inset: 0,
  zIndex: -1,
  maskImage: 'radial-gradient(ellipse 66% 70% at 50% 47%, transparent 46%, #000 100%)',
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: 8,
    borderRadius: '20px',
    bgcolor: 'paper.sunken',
    mask: `${frame} 0 0 / 92px 92px round`,
  },
  // On dark paper, frames are lighter than their sheet.
  '[data-color-scheme=dark] &::before': { bgcolor: 'paper.raised' },
} as const;

const fanStyle = {
  position: 'relative',
  width: 340,
  maxWidth: '100%',
  height: 168,
  mb: 2.5,
  '@keyframes deal': { from: { opacity: 0, transform: 'translateY(28px) scale(0.96)', rotate: '0deg' } },
  '& > *': { p: '5px', animation: 'deal 420ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards' },
  // What the picture leaves to be seen of the print on either side
  '& > * > *': { p: '11px', alignItems: 'flex-start' },
  '& > :nth-of-type(2) > *': { alignItems: 'flex-end' },
} as const;

const stripStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  gap: '4px 28px',
  minHeight: 56,
  m: 0,
  px: 2.5,
  py: 1,
  listStyle: 'none',
  typography: 'body2',
  color: 'text.caption',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'color-mix(in oklab, var(--fs-palette-background-paper) 80%, var(--fs-palette-paper-sunken))',
} as const;
