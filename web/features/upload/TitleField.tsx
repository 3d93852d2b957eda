import Box from '@mui/material/Box';
import { Pencil as pencilIcon } from 'lucide';
import { type KeyboardEvent, useId } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';

interface Props {
  value: string;
  onChange(name: string): void;
}

const longestName = 100;

/** The name of the share, as the title of what is chosen. It is edited in place. */
export function TitleField({ value, onChange }: Props) {
  const { t } = useTranslator();
  const id = useId();
  // Enter ends the name; it does not create the link.
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={visuallyHidden}>
        {t('web.upload.name')}
      </Box>
      <Box
        component="input"
        id={id}
        value={value}
        maxLength={longestName}
        placeholder={t('web.upload.namePlaceholder')}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
        sx={inputStyle}
      />
      <Box component="label" htmlFor={id} aria-hidden sx={{ color: 'text.caption', cursor: 'text' }}>
        <Icon icon={pencilIcon} />
      </Box>
    </Box>
  );
}

const inputStyle = {
  fieldSizing: 'content',
  minWidth: '2ch',
  maxWidth: 'calc(100% - 34px)',
  '@supports not (field-sizing: content)': { width: '100%' },
  px: 0,
  py: 0,
  // A field cuts what reaches out of its line, such as the tail of a "g".
  border: 0,
  borderBottom: '2px solid transparent',
  bgcolor: 'transparent',
  fontFamily: 'inherit',
  typography: 'h1',
  lineHeight: 1.3,
  color: 'text.primary',
  '&::placeholder': { color: 'text.caption', opacity: 1 },
  '&:hover': { borderColor: 'paper.edge' },
  '&:focus': { outline: 0, borderColor: 'primary.main' },
} as const;
