import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import OutlinedInput from '@mui/material/OutlinedInput';
import { X as xIcon } from 'lucide';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { RecipientEmail } from '#sdk/contract/formats/primitives.js';
import { maxRecipients } from '#sdk/contract/shares/inputs.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../icons/Icon.tsx';
import { noAutocorrect } from './no-autocorrect.ts';
import { FieldHelp, FieldLabel } from './TextInput.tsx';

interface Props {
  label: string;
  /** Beside the label, quiet: "optional" */
  aside?: string;
  hint: string;
  /** The text of another error */
  error?: string | undefined;
  value: readonly string[];
  /** Beside an address, in a word. */
  noteOf?: (email: string) => string | undefined;
  onChange(emails: string[]): void;
}

const separators = /[\s,;]+/;

/**
 * A list of addresses, each typed and ended with Enter, a comma or a space, or all pasted at once. The address being
 * typed is already the last one of the value: nothing has to move when the field loses the focus, so a click on a
 * button further down hits it.
 */
export function EmailsInput({ label, aside, hint, error, value, noteOf, onChange }: Props) {
  const { t } = useTranslator();
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [hasFocus, setFocus] = useState(false);
  const typed = value.at(-1) === text ? text : '';
  const ended = typed === '' ? value : value.slice(0, -1);
  const hasInvalid = (hasFocus ? ended : value).some((email) => !isEmail(email));
  const problem = hasInvalid
    ? t('validation.email')
    : value.length > maxRecipients
      ? t('web.upload.recipientsMax', { count: maxRecipients })
      : error;

  const handleType = (wanted: string) => {
    if (separators.test(wanted)) {
      take(wanted);
      return;
    }
    setText(wanted);
    onChange(wanted === '' ? [...ended] : [...ended, wanted]);
  };
  const take = (wanted: string) => {
    setText('');
    onChange(withoutRepeats([...ended, ...wanted.split(separators).filter((email) => email !== '')]));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && ended.length > 0) onChange(ended.slice(0, -1));
    if (event.key !== 'Enter' || typed === '') return;
    event.preventDefault();
    take(typed);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!separators.test(pasted.trim())) return;
    event.preventDefault();
    take(`${typed} ${pasted}`);
  };
  const handleRemove = (email: string, { currentTarget }: MouseEvent) => {
    const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('button');
    (next ?? inputRef.current)?.focus();
    onChange(value.filter((other) => other !== email));
  };

  return (
    <Box sx={{ minWidth: 0 }}>
      <FieldLabel htmlFor={id} label={label} aside={aside} />
      {ended.length > 0 && (
        <Box component="ul" role="list" aria-label={label} sx={chipsStyle}>
          {ended.map((email) => (
            <Chip
              key={email}
              email={email}
              note={noteOf?.(email)}
              onRemove={(event) => handleRemove(email, event)}
            />
          ))}
        </Box>
      )}
      <OutlinedInput
        id={id}
        fullWidth
        // Browsers hide a space at the end of an input for email addresses, but here it ends an address.
        type="text"
        value={typed}
        inputRef={inputRef}
        autoComplete="off"
        error={problem !== undefined}
        slotProps={{ input: { ...noAutocorrect, inputMode: 'email', 'aria-describedby': `${id}-help` } }}
        onChange={({ target }) => handleType(target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      <FieldHelp id={`${id}-help`} hint={hint} error={problem} />
    </Box>
  );
}

function withoutRepeats(emails: readonly string[]): string[] {
  const known = emails.map((email) => email.toLowerCase());
  return emails.filter((email, index) => known.indexOf(email.toLowerCase()) === index);
}

function isEmail(text: string): boolean {
  return RecipientEmail.safeParse(text).success;
}

interface ChipProps {
  email: string;
  note: string | undefined;
  onRemove(event: MouseEvent): void;
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
        <Icon icon={xIcon} size={16} />
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
  '@media (pointer: coarse)': { width: 44, height: 44 },
  borderRadius: 1,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
} as const;
