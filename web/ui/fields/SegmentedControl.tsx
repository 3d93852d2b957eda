import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { layout } from '../../app/theme.ts';

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

/** A choice of one of a few, in one line that scrolls on a narrow screen. */
export function SegmentedControl<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <Box role="group" aria-label={label} sx={barStyle}>
      {choices.map((choice) => (
        <ButtonBase
          key={choice.value}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          sx={choiceStyle}
        >
          {choice.label}
        </ButtonBase>
      ))}
    </Box>
  );
}

/** The padding leaves space for the ring of a focused choice. */
const barStyle = {
  display: 'flex',
  gap: 0.75,
  minWidth: 0,
  maxWidth: 'calc(100% + 8px)',
  m: '-4px',
  p: '4px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
} as const;

const choiceStyle = {
  flex: 'none',
  minHeight: layout.touchTarget,
  px: 1.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: '0.9375rem',
  fontWeight: 500,
  '&:hover': { color: 'text.primary', borderColor: 'paper.lineStrong' },
  '&[aria-pressed=true]': {
    color: 'text.primary',
    fontWeight: 600,
    borderColor: 'primary.main',
    bgcolor: 'action.selected',
  },
} as const;
