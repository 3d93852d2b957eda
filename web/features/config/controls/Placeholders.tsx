import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslator } from '../../../lib/i18n.tsx';

interface Props {
  names: readonly string[];
  /** Of the field */
  label: string;
  onInsert(placeholder: string): void;
}

/** What a text of a mail can have in braces; a click writes it at the cursor. */
export function Placeholders({ names, label, onInsert }: Props) {
  const { t, has } = useTranslator();
  if (names.length === 0) {
    return <Box sx={noneStyle}>{t('web.admin.config.noPlaceholders')}</Box>;
  }
  return (
    <Box
      role="group"
      aria-label={t('web.admin.config.placeholdersOf', { label })}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, mt: 1 }}
    >
      {names.map((name) => {
        const meaning = `web.admin.config.placeholders.${name}`;
        return (
          <ButtonBase key={name} onClick={() => onInsert(`{${name}}`)} sx={chipStyle}>
            <Box component="code" sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>{`{${name}}`}</Box>
            {has(meaning) && <Box component="span">{t(meaning)}</Box>}
          </ButtonBase>
        );
      })}
    </Box>
  );
}

const noneStyle = { mt: 0.5, typography: 'caption', color: 'text.secondary' } as const;

const chipStyle = {
  minHeight: 36,
  gap: 1,
  px: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.8,
  bgcolor: 'background.paper',
  fontFamily: 'inherit',
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '& code': { color: 'text.primary' },
  '&:hover': { borderColor: 'paper.lineStrong', color: 'text.primary' },
} as const;
