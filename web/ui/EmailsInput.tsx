import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { Email } from '#sdk/contract/primitives.js';
import { useTranslator } from '../lib/i18n.tsx';
import { Icon } from './Icon.tsx';
import { FieldHelp, FieldLabel } from './TextInput.tsx';
import { verbatim } from './verbatim.ts';

interface Props {
  label: string;
  /** Beside the label, quiet: "optional" */
  aside?: string;
  hint: string;
  value: readonly string[];
  /** Beside an address, in a word. */
  noteOf?: (email: string) => string | undefined;
  onChange(emails: string[]): void;
}

/** As the contract says of `recipients`. */
const maxRecipients = 50;
const separators = /[\s,;]+/;

/** Addresses one after the other: typed and ended by Enter, comma or blank, or pasted all at once. */
export function EmailsInput({ label, aside, hint, value, noteOf, onChange }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const [text, setText] = useState('');
  const hasInvalid = value.some((email) => !isEmail(email));
  const problem = hasInvalid
    ? t('validation.email')
    : value.length > maxRecipients
      ? t('web.upload.recipientsMax', { count: maxRecipients })
      : undefined;

  const take = (typed: string) => {
    const known = new Set(value.map((email) => email.toLowerCase()));
    const added = typed.split(separators).filter((email) => email !== '' && !known.has(email.toLowerCase()));
    setText('');
    if (added.length > 0) onChange([...value, ...new Set(added)]);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1));
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    take(text);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!separators.test(pasted.trim())) return;
    event.preventDefault();
    take(`${text} ${pasted}`);
  };

  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldLabel htmlFor={id} label={label} aside={aside} />
      {value.length > 0 && (
        <Box component="ul" role="list" aria-label={label} sx={chipsStyle}>
          {value.map((email) => (
            <Chip
              key={email}
              email={email}
              note={noteOf?.(email)}
              onRemove={() => onChange(value.filter((other) => other !== email))}
            />
          ))}
        </Box>
      )}
      <OutlinedInput
        id={id}
        fullWidth
        type="email"
        value={text}
        autoComplete="off"
        error={problem !== undefined}
        slotProps={{ input: { ...verbatim, 'aria-describedby': `${id}-help` } }}
        onChange={({ target }) =>
          separators.test(target.value) ? take(target.value) : setText(target.value)
        }
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onBlur={() => take(text)}
      />
      <FieldHelp id={`${id}-help`} hint={hint} error={problem} />
    </Box>
  );
}

function isEmail(text: string): boolean {
  return Email.safeParse(text).success;
}

interface ChipProps {
  email: string;
  note: string | undefined;
  onRemove(): void;
}

function Chip({ email, note, onRemove }: ChipProps) {
  const { t } = useTranslator();
  return (
    <Box component="li" data-invalid={!isEmail(email)} sx={chipStyle}>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {email}
      </Box>
      {note !== undefined && (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {note}
        </Box>
      )}
      <ButtonBase aria-label={t('web.upload.remove', { name: email })} onClick={onRemove} sx={removeStyle}>
        <Icon path={mdiClose} size={16} />
      </ButtonBase>
    </Box>
  );
}

const chipsStyle = { display: 'flex', flexWrap: 'wrap', gap: 0.75, m: 0, mb: 1, p: 0, listStyle: 'none' };

const chipStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  minWidth: 0,
  pl: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'paper.sunken',
  typography: 'body2',
  '&[data-invalid=true]': { borderColor: 'error.main', bgcolor: 'error.light' },
} as const;

const removeStyle = {
  width: 36,
  height: 36,
  borderRadius: 1,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
} as const;
