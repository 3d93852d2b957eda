import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { SelectInput } from '../../ui/SelectInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { readSize, type SizeUnit, writeSize } from './size-units.ts';

interface Props {
  label: string;
  hint: string;
  /** Bytes to begin with */
  value: number | null;
  error: string | undefined;
  /** NaN for what is no size, undefined for nothing. */
  onChange(bytes: number | undefined): void;
}

const units: readonly SizeUnit[] = ['MB', 'GB'];

/** A size in megabytes or gigabytes; empty for none. */
export function SizeField({ label, hint, value, error, onChange }: Props) {
  const { t } = useTranslator();
  const [{ amount, unit }, setState] = useState(() =>
    value === null ? { amount: '', unit: 'GB' as const } : writeSize(value),
  );
  const change = (typed: { amount: string; unit: SizeUnit }) => {
    setState(typed);
    onChange(typed.amount.trim() === '' ? undefined : readSize(typed.amount, typed.unit));
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 96px', gap: 1, minWidth: 0 }}>
      <TextInput
        label={label}
        hint={hint}
        error={error}
        value={amount}
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        onChange={(event) => change({ amount: event.target.value, unit })}
      />
      <SelectInput
        label={t('web.upload.unit')}
        value={unit}
        onChange={({ currentTarget }) =>
          change({ amount, unit: units.find((name) => name === currentTarget.value) ?? 'GB' })
        }
      >
        {units.map((name) => (
          <option key={name} value={name}>
            {t(`web.reverseShares.sizeUnits.${name}`)}
          </option>
        ))}
      </SelectInput>
    </Box>
  );
}
