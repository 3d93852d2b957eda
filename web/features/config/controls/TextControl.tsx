import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useId, useRef, useState } from 'react';
import { configRow } from '#sdk/contract/config.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { lazyPart } from '../../../lib/loading/lazy-part.tsx';
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx';
import { SkeletonBar } from '../../../ui/feedback/SkeletonBar.tsx';
import { noAutocorrect } from '../../../ui/fields/no-autocorrect.ts';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { type ControlProps, textFieldProps } from './control.ts';

/** One line or several, with its placeholders and a Markdown preview. */
export function TextControl(props: ControlProps) {
  const { configKey, label, value, isLocked, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const row = configRow(configKey);
  if (row.type !== 'string' && row.type !== 'text') return null;

  const handleInsert = (placeholder: string) => {
    const field = input.current;
    const [start, end] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length];
    onChange(value.slice(0, start) + placeholder + value.slice(end));
    // The cursor moves behind the placeholder as soon as the new text is rendered.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + placeholder.length, start + placeholder.length);
    });
  };

  return (
    <Box>
      <TextInput
        {...(row.format && noAutocorrect)}
        {...(row.type === 'text' && { multiline: true, minRows: 4, maxRows: 16 })}
        {...textFieldProps(props)}
        ref={input}
        value={value}
        maxLength={row.maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
      {row.placeholders && !isLocked && (
        <Placeholders names={row.placeholders} label={label} onInsert={handleInsert} />
      )}
      {row.markdown && value.trim() !== '' && <MarkdownPreview source={value} label={label} />}
    </Box>
  );
}

const Markdown = lazyPart(async () => (await import('../../../preview/text/Markdown.tsx')).Markdown);

/** A preview of a Markdown text, below it. */
function MarkdownPreview({ source, label }: { source: string; label: string }) {
  const { t } = useTranslator();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ mt: 0.5 }}>
      <Button
        variant="text"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t(isOpen ? 'web.admin.config.hidePreviewOf' : 'web.admin.config.previewOf', { label })}
        onClick={() => setOpen(!isOpen)}
        sx={{ ml: -2.25 }}
      >
        {t(isOpen ? 'web.admin.config.hidePreview' : 'web.admin.config.preview')}
      </Button>
      <Box id={id} hidden={!isOpen} sx={frameStyle}>
        {isOpen && (
          <PartBoundary fallback={<SkeletonBar width="60%" height={16} />}>
            <Markdown source={source} />
          </PartBoundary>
        )}
      </Box>
    </Box>
  );
}

const frameStyle = {
  mt: 0.5,
  px: 2.5,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.2,
  bgcolor: 'background.paper',
} as const;

interface Props {
  names: readonly string[];
  /** The label of the field */
  label: string;
  onInsert(placeholder: string): void;
}

/** The placeholders that the text of a mail may contain; clicking one inserts it at the cursor. */
function Placeholders({ names, label, onInsert }: Props) {
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
