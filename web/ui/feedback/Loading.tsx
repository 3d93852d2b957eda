import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { visuallyHidden } from '../layout/visually-hidden.ts';

const patienceMilliseconds = 300;

/** How many placeholders are on the screen. */
let shownNow = 0;

/**
 * Shows a placeholder with the layout of what is loading, and says so to screen readers, once it takes noticeably long.
 * A placeholder that takes over from another, as that of the data from that of the code, is there at once and silent.
 */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslator();
  const [takesOver] = useState(() => shownNow > 0);
  const [isLong, setLong] = useState(takesOver);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isLong) return;
    shownNow += 1;
    return () => {
      shownNow -= 1;
    };
  }, [isLong]);
  return (
    <Box data-blank="">
      {/* Screen readers skip changes inside of what is busy. */}
      <Box role="status" sx={visuallyHidden}>
        {isLong && !takesOver && t('web.common.loading')}
      </Box>
      <Box aria-busy="true" sx={isLong ? breathing : waiting}>
        {children}
      </Box>
    </Box>
  );
}

const waiting = { visibility: 'hidden' } as const;

const breathing = {
  '@keyframes breathe': { '50%': { opacity: 0.55 } },
  animation: 'breathe 1.6s ease-in-out infinite',
} as const;
