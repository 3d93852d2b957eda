import Box from '@mui/material/Box';
import { useRef } from 'react';
import { configRow } from '#sdk/contract/config.js';
import { TextInput } from '../../../ui/TextInput.tsx';
import { verbatim } from '../../../ui/verbatim.ts';
import { type ControlProps, textFieldProps } from './control.ts';
import { MarkdownPreview } from './MarkdownPreview.tsx';
import { Placeholders } from './Placeholders.tsx';

/** One line, or several; with the placeholders it may have, and with what Markdown makes of it. */
export function TextControl(props: ControlProps) {
  const { configKey, label, value, isLocked, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const row = configRow(configKey);
  if (row.type !== 'string' && row.type !== 'text') return null;

  const handleInsert = (placeholder: string) => {
    const field = input.current;
    const [start, end] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length];
    onChange(value.slice(0, start) + placeholder + value.slice(end));
    // The cursor goes behind it, once the new text stands there.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + placeholder.length, start + placeholder.length);
    });
  };

  return (
    <Box>
      <TextInput
        {...(row.format && verbatim)}
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
