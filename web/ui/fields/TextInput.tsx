import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { Eye as eyeIcon, EyeOff as eyeOffIcon } from 'lucide';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { useDescription } from './field-note.ts';

interface Props extends Omit<OutlinedInputProps, 'error' | 'label' | 'inputProps' | 'ref'> {
  label: string;
  /** Beside the label, quiet: "optional" */
  aside?: string | undefined;
  hint?: ReactNode;
  /** The text of the error */
  error?: string | undefined;
  maxLength?: number;
  /** Labels of the button that shows what is typed; makes it a password field. */
  reveal?: { show: string; hide: string };
  ref?: Ref<HTMLInputElement>;
}

/** A text field with its label above and its hint or error below, tied together for screen readers. */
export function TextInput(props: Props) {
  const { label, aside, hint, error, maxLength, reveal, ref, type, ...others } = props;
  // The library would put these on the box around the input.
  const { inputMode, autoCapitalize, spellCheck, ...input } = others;
  const id = useId();
  const hasHelp = error !== undefined || hint !== undefined;
  const description = useDescription(hasHelp ? `${id}-help` : undefined);
  const [isRevealed, setRevealed] = useState(false);
  const isPassword = reveal !== undefined;

  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldLabel htmlFor={id} label={label} aside={aside} required={input.required} />
      <OutlinedInput
        {...input}
        id={id}
        fullWidth
        type={isPassword && !isRevealed ? 'password' : isPassword ? 'text' : type}
        inputRef={ref}
        error={error !== undefined}
        slotProps={{
          input: {
            maxLength,
            inputMode,
            autoCapitalize,
            spellCheck,
            'aria-describedby': description,
          },
        }}
        {...(reveal && {
          endAdornment: (
            <IconButton
              aria-label={isRevealed ? reveal.hide : reveal.show}
              aria-pressed={isRevealed}
              onClick={() => setRevealed(!isRevealed)}
              sx={{ mr: -1.5 }}
            >
              <Icon icon={isRevealed ? eyeOffIcon : eyeIcon} size={20} />
            </IconButton>
          ),
        })}
      />
      <FieldHelp id={`${id}-help`} hint={hint} error={error} />
    </Box>
  );
}

interface LabelProps {
  htmlFor: string;
  label: string;
  aside?: string | undefined;
  required?: boolean | undefined;
}

export function FieldLabel({ htmlFor, label, aside }: LabelProps) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mb: 0.75 }}>
      <FormLabel htmlFor={htmlFor}>{label}</FormLabel>
      {aside !== undefined && (
        <Box sx={{ flex: 'none', typography: 'caption', color: 'text.secondary' }}>{aside}</Box>
      )}
    </Box>
  );
}

export function FieldHelp({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error === undefined && hint === undefined) return null;
  return (
    <FormHelperText
      id={id}
      error={error !== undefined}
      {...(error !== undefined && { role: 'alert' })}
      sx={{ whiteSpace: 'pre-line', '&.Mui-error': { color: 'error.main' } }}
    >
      {error ?? hint}
    </FormHelperText>
  );
}
