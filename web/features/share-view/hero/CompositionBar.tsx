import Box from '@mui/material/Box';
import { phoneScreen, tabularNumbers } from '../../../app/theme.ts';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import type { Part } from './composition.ts';

/** What a share with several types of files consists of, true to size. */
export function CompositionBar({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslator();
  const { bytes } = useFormat();
  if (parts.length < 2) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box aria-hidden sx={barStyle}>
        {parts.map(({ type, size }) => (
          <Box
            key={type}
            style={{ flexGrow: size }}
            sx={{ flexBasis: 0, minWidth: 4, bgcolor: `types.${type}.solid` }}
          />
        ))}
      </Box>
      <Box component="ul" aria-label={t('web.share.composition')} sx={legendStyle}>
        {parts.map(({ type, size }) => (
          <li key={type}>
            <Box
              component="i"
              sx={{ width: 10, height: 10, borderRadius: '3px', bgcolor: `types.${type}.solid` }}
            />
            {t(`web.share.types.${type}`)} {bytes(size)}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const barStyle = {
  display: 'flex',
  gap: '2px',
  height: 8,
  borderRadius: '999px',
  overflow: 'hidden',
} as const;

const legendStyle = {
  ...tabularNumbers,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '6px 20px',
  m: 0,
  p: 0,
  listStyle: 'none',
  typography: 'body2',
  color: 'text.secondary',
  '& > li': { display: 'flex', alignItems: 'center', gap: 1 },
  [phoneScreen]: { '& > li:nth-of-type(n + 4)': { display: 'none' } },
} as const;
