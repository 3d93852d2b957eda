import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { progressTransition } from '../../app/theme.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';
import type { RunState } from './run-state.ts';

/** How much has been sent. Screen readers hear every tenth of it, not every percent. */
export function RunBar({ run, height }: { run: RunState; height: number }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={run.ratio * 100}
        aria-label={t('web.upload.progress')}
        aria-valuetext={format.percent(run.ratio)}
        sx={{
          height,
          borderRadius: height / 2,
          '& .MuiLinearProgress-bar': {
            bgcolor: run.isWaiting ? 'warning.line' : 'primary.main',
            borderRadius: height / 2,
            transition: progressTransition,
          },
        }}
      />
      <Box role="status" sx={visuallyHidden}>
        {format.percent(Math.floor(run.ratio * 10) / 10)}
      </Box>
    </>
  );
}
