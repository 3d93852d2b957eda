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
          <span>{choice.label}</span>
        </ButtonBase>
      ))}
    </Box>
  );
}

const barStyle = {
  display: 'flex',
  minWidth: 0,
  maxWidth: '100%',
  borderRadius: 1.2,
  bgcolor: 'paper.sunken',
  overflowX: 'auto',
  scrollbarWidth: 'none',
} as const;

/** The button is as large as a finger needs; what looks pressed is 38 pixels high. */
const choiceStyle = {
  flex: '1 0 auto',
  minWidth: layout.touchTarget,
  minHeight: layout.touchTarget,
  p: '3px',
  borderRadius: 1.2,
  color: 'text.secondary',
  fontFamily: 'inherit',
  // Five short words fit on a phone.
  fontSize: { xs: '0.8125rem', sm: '0.875rem' },
  fontWeight: 560,
  whiteSpace: 'nowrap',
  '& > span': { flex: 1, px: { xs: 0.75, sm: 1.5 }, borderRadius: '9px', lineHeight: '38px' },
  '&:hover': { color: 'text.primary' },
  '&.Mui-focusVisible': { outlineOffset: '-3px' },
  '&[aria-pressed=true]': { color: 'text.primary' },
  '&[aria-pressed=true] > span': { bgcolor: 'paper.raised', boxShadow: '0 1px 2px rgb(40 30 15 / 14%)' },
} as const;
