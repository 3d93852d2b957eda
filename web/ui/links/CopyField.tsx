import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Copy as copyIcon } from 'lucide';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../icons/Icon.tsx';
import { useCopy } from './use-copy.ts';

interface Props {
  value: string;
  label: string;
  /** Shown when it has been copied; that the link has been, unless given */
  doneMessage?: string;
  /** It is the main result of the page */
  isLarge?: boolean;
}

/** A text to copy, and the button that copies it. Clicking the text selects all of it. */
export function CopyField({ value, label, doneMessage, isLarge = false }: Props) {
  const { t } = useTranslator();
  const copy = useCopy();
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: isLarge ? { xs: 'column', sm: 'row' } : 'row',
        gap: 1.25,
        minWidth: 0,
      }}
    >
      <Box
        component="input"
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: isLarge ? 56 : 44,
          px: isLarge ? 2.25 : 1.5,
          font: 'inherit',
          fontSize: isLarge ? 'clamp(1.0625rem, 0.9rem + 0.7vw, 1.375rem)' : '0.9375rem',
          fontWeight: isLarge ? 560 : 450,
          letterSpacing: '-0.01em',
          color: 'text.primary',
          bgcolor: 'paper.sunken',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          textOverflow: 'ellipsis',
        }}
      />
      <Button
        variant={isLarge ? 'contained' : 'outlined'}
        color={isLarge ? 'primary' : 'inherit'}
        size={isLarge ? 'large' : 'medium'}
        startIcon={<Icon icon={copyIcon} size={20} />}
        onClick={() => copy(value, doneMessage ?? t('web.common.linkCopied'))}
        sx={{ flex: 'none' }}
      >
        {t('web.common.copy')}
      </Button>
    </Box>
  );
}
