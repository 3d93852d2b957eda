import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Panel } from '../../ui/Panel.tsx';

interface Props {
  title: string;
  /** What the plot shows, in a sentence; every figure stands in the table. */
  summary: string;
  children: ReactNode;
}

/** A plot with its name and its sum. The drawing itself says nothing more to a screen reader. */
export function PlotFrame({ title, summary, children }: Props) {
  const id = useId();
  return (
    <Panel>
      <Box
        component="figure"
        aria-labelledby={id}
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        <Box component="figcaption">
          <Typography id={id} variant="body1" component="h3" sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{summary}</Box>
        </Box>
        <Box aria-hidden>{children}</Box>
      </Box>
    </Panel>
  );
}
