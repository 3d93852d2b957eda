import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';

const total = 3;

/** Where in the set-up one is. */
export function SetupSteps({ current }: { current: number }) {
  const { t } = useTranslator();
  return (
    <Box sx={{ mb: 3 }}>
      <Box role="status" sx={{ typography: 'body2', color: 'text.secondary', mb: 1.25 }}>
        {t('web.setup.step', { current, total })}
      </Box>
      <Box aria-hidden sx={{ display: 'flex', gap: 0.75 }}>
        {Array.from({ length: total }, (_, index) => (
          <Box
            key={index}
            sx={{
              width: 44,
              height: 4,
              borderRadius: 2,
              bgcolor: index < current ? 'primary.main' : 'paper.line',
            }}
          />
        ))}
      </Box>
    </Box>
  );
}
