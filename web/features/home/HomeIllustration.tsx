import Box from '@mui/material/Box';
import { Download as downloadIcon, Link as linkIcon } from 'lucide';
import { useTranslator } from '../../lib/i18n.tsx';
import { fileTypeOf, typeIcons } from '../../ui/files/file-type.ts';
import { Print } from '../../ui/files/Print.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';

/** The files of the share that is shown, in rows; the numbers are their widths relative to each other. */
const rows: readonly (readonly [name: string, width: number])[][] = [
  [
    ['bridge.jpg', 5],
    ['report.pdf', 2],
    ['walk.mp4', 4],
  ],
  [
    ['song.wav', 3],
    ['beach.jpg', 5],
    ['budget.xlsx', 3],
  ],
  [
    ['page.html', 4],
    ['raw.zip', 3],
    ['harbour.jpg', 4],
  ],
];

/** A share as its visitors see it, without words of its own. Says nothing that the text beside it does not say. */
export function HomeIllustration() {
  const { t } = useTranslator();
  return (
    <Box aria-hidden sx={frameStyle}>
      <Box sx={windowStyle}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ width: 26, height: 26, borderRadius: '50%', bgcolor: 'primary.line' }} />
          <Box sx={[barStyle, { width: '38%', height: 10 }]} />
        </Box>
        <Box sx={[barStyle, { width: '62%', height: 26, mt: 2, bgcolor: 'text.primary', opacity: 0.9 }]} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 2 }}>
          <Box sx={buttonStyle}>
            <Icon icon={downloadIcon} size={16} />
            {t('web.home.download')}
          </Box>
          <Box sx={[barStyle, { width: 84, height: 10 }]} />
        </Box>
        <Box sx={{ display: 'grid', gap: '5px', mt: 2.75 }}>
          {rows.map((row) => (
            <Box key={row[0]?.[0]} sx={{ display: 'flex', gap: '5px', height: { xs: 76, sm: 108 } }}>
              {row.map(([name, width]) => (
                <Swatch key={name} name={name} width={width} />
              ))}
            </Box>
          ))}
        </Box>
      </Box>
      <Print file={{ name: 'lighthouse.jpg' }} sx={frontPrintStyle} />
      <Print file={{ name: 'minutes.docx' }} sx={backPrintStyle} />
      <Box sx={linkStyle}>
        <Icon icon={linkIcon} size={16} />
        <span>{window.location.host}/s/…</span>
      </Box>
    </Box>
  );
}

function Swatch({ name, width }: { name: string; width: number }) {
  const type = fileTypeOf(name);
  return (
    <Box
      style={{ flexGrow: width }}
      sx={[swatchStyle, { bgcolor: `types.${type}.tint`, color: `types.${type}.glyph` }]}
    >
      <Icon icon={typeIcons[type]} size={28} />
    </Box>
  );
}

const frameStyle = {
  position: 'relative',
  height: { xs: 420, md: 520 },
  '@keyframes deal': { from: { opacity: 0, transform: 'translateY(28px)', rotate: '0deg' } },
  '& > *': { animation: 'deal 420ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards' },
  '& > :nth-of-type(2)': { animationDelay: '120ms' },
  '& > :nth-of-type(3)': { animationDelay: '60ms' },
  '& > :nth-of-type(4)': { animationDelay: '220ms' },
} as const;

const windowStyle = {
  position: 'absolute',
  inset: { xs: 0, md: '0 26px 0 0' },
  overflow: 'hidden',
  p: { xs: '20px 20px 0', md: '26px 26px 0' },
  border: 1,
  borderColor: 'divider',
  borderRadius: '24px',
  bgcolor: 'background.paper',
  boxShadow: 'var(--fs-shadow-float)',
} as const;

const barStyle = { flex: 'none', borderRadius: 1, bgcolor: 'paper.well' } as const;

const buttonStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 38,
  px: 1.75,
  borderRadius: '11px',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  fontSize: '0.8125rem',
  fontWeight: 580,
  whiteSpace: 'nowrap',
} as const;

const swatchStyle = {
  display: 'grid',
  placeItems: 'center',
  flexBasis: 0,
  minWidth: 0,
  borderRadius: '4px',
} as const;

const frontPrintStyle = {
  left: { xs: '-3%', md: '-8%' },
  top: { xs: 276, md: 312 },
  width: { xs: 104, md: 148 },
  height: { xs: 140, md: 200 },
  rotate: '-8deg',
} as const;

const backPrintStyle = {
  display: { xs: 'none', md: 'block' },
  right: '-2%',
  top: -14,
  width: 132,
  height: 170,
  rotate: '7deg',
} as const;

const linkStyle = {
  position: 'absolute',
  right: { xs: -6, md: -8 },
  bottom: { xs: 18, md: 26 },
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  maxWidth: '84%',
  px: { xs: 1.75, md: 2.5 },
  py: 1.75,
  borderRadius: '16px',
  bgcolor: 'text.primary',
  color: 'background.default',
  fontSize: { xs: '0.8125rem', md: '0.9375rem' },
  fontWeight: 560,
  lineHeight: 1,
  boxShadow: 'var(--fs-shadow-float)',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;
