import Box from '@mui/material/Box';

export interface Bar {
  day: string;
  value: number;
}

/** The counts of the last days as bars, today's in the accent. Shows nothing that the text beside it does not say. */
export function Sparkbars({ bars }: { bars: readonly Bar[] }) {
  const highest = Math.max(...bars.map(({ value }) => value));
  if (bars.length < 2 || highest === 0) return null;
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${bars.length * barStep - barGap} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
      sx={barsStyle}
    >
      {bars.map(({ day, value }, index) => {
        // A day without any keeps a line on the ground.
        const size = Math.max(2, (value / highest) * height);
        return (
          <rect
            key={day}
            x={index * barStep}
            y={height - size}
            width={barStep - barGap}
            height={size}
            rx={2}
          />
        );
      })}
    </Box>
  );
}

const height = 40;
const barStep = 12;
const barGap = 3;

const barsStyle = {
  display: { xs: 'none', sm: 'block' },
  width: 84,
  height,
  fill: 'var(--fs-palette-paper-edge)',
  '& > :last-child': { fill: 'var(--fs-palette-primary-main)' },
} as const;
