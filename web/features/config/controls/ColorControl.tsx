import Box from '@mui/material/Box';
import { type Accent, deriveAccent } from '#sdk/contract/config/accent.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { type ControlProps, textFieldProps } from './control.ts';

/** A colour as text, the browser's own colour field, and what the page makes of it. */
export function ColorControl(props: ControlProps) {
  const { t } = useTranslator();
  const { label, value, isLocked, onChange } = props;
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextInput
        {...textFieldProps(props)}
        value={value}
        maxLength={7}
        spellCheck={false}
        onChange={(event) => onChange(withHash(event.target.value))}
        startAdornment={
          <Box
            component="input"
            type="color"
            aria-label={t('web.admin.config.color.pick', { label })}
            value={isColor ? value.toLowerCase() : '#000000'}
            disabled={isLocked}
            onChange={(event) => onChange(event.currentTarget.value)}
            sx={swatchStyle}
          />
        }
        sx={{ maxWidth: 240, pl: 0.75 }}
      />
      {isColor && <AccentPreview color={value} />}
    </Box>
  );
}

/** A colour is often pasted without its sign. */
function withHash(typed: string): string {
  const text = typed.trim();
  return /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text;
}

const swatchStyle = {
  flex: 'none',
  width: 44,
  height: 44,
  p: 0.5,
  mr: 0.5,
  border: 0,
  borderRadius: 1,
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&::-webkit-color-swatch-wrapper': { p: 0 },
  '&::-webkit-color-swatch': { border: 1, borderColor: 'divider', borderRadius: '8px' },
  '&::-moz-color-swatch': { border: 1, borderColor: 'divider', borderRadius: '8px' },
} as const;

/** A button as it looks in each scheme, whichever one is shown. */
function AccentPreview({ color }: { color: string }) {
  const { t } = useTranslator();
  const accent = deriveAccent(color);
  return (
    <Box
      role="img"
      aria-label={t('web.admin.config.color.preview')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}
    >
      <Sample scheme="light" accent={accent.light} text={t('web.admin.config.color.light')} />
      <Sample scheme="dark" accent={accent.dark} text={t('web.admin.config.color.dark')} />
    </Box>
  );
}

interface SampleProps {
  scheme: 'light' | 'dark';
  accent: Accent;
  text: string;
}

function Sample({ scheme, accent, text }: SampleProps) {
  return (
    <Box
      data-color-scheme={scheme}
      sx={{
        '--fs-palette-primary-main': accent.main,
        '--fs-palette-primary-dark': accent.hover,
        '--fs-palette-primary-light': accent.soft,
        '--fs-palette-primary-line': accent.line,
        '--fs-palette-primary-contrastText': accent.on,
        display: 'grid',
        justifyItems: 'start',
        gap: 1,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.4,
        bgcolor: 'background.default',
        color: 'text.primary',
      }}
    >
      {/* Not a real button: there is nothing to press inside a picture. */}
      <Box component="span" sx={buttonStyle}>
        {text}
      </Box>
      <Box sx={{ display: 'flex', width: '100%', height: 6, borderRadius: 1, bgcolor: 'primary.light' }}>
        <Box sx={{ width: '60%', borderRadius: 1, bgcolor: 'primary.main' }} />
      </Box>
    </Box>
  );
}

const buttonStyle = {
  px: 2.25,
  py: 1.5,
  borderRadius: 1.4,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  typography: 'button',
} as const;
