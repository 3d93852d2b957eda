import type { ComponentProps } from 'react';
import { tabularNumbers } from '../../app/theme.ts';
import { TextInput } from './TextInput.tsx';

type Props = Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value'> & {
  value: string;
  onChange(code: string): void;
  /** Called when the last of the six digits is entered */
  onFilled?(code: string): void;
};

const length = 6;

/** Six digits of an authenticator; anything else that is typed or pasted is dropped. */
export function CodeInput({ value, onChange, onFilled, ...input }: Props) {
  const handleChange = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, length);
    onChange(code);
    if (code.length === length && code !== value) onFilled?.(code);
  };
  return (
    <TextInput
      {...input}
      value={value}
      onChange={(event) => handleChange(event.target.value)}
      autoComplete="one-time-code"
      inputMode="numeric"
      sx={{
        '& input': { ...tabularNumbers, fontSize: '1.5rem', fontWeight: 560, letterSpacing: '0.35em', py: 1 },
      }}
    />
  );
}
