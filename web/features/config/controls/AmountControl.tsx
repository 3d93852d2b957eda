import Box from '@mui/material/Box';
import { useState } from 'react';
import { configRow } from '#sdk/contract/config.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { type AmountUnit, amountUnits, fromAmount, toAmount } from '../amounts.ts';
import { type ControlProps, textFieldProps } from './control.ts';

/** A size or a time in the unit that suits it. */
export function AmountControl(props: ControlProps) {
  const { configKey, label, value, isLocked, onChange } = props;
  const { t } = useTranslator();
  const row = configRow(configKey);
  const units: readonly AmountUnit[] = row.type === 'number' && row.unit ? amountUnits[row.unit] : [];
  const [{ amount, unit }, setTyped] = useState(() => toAmount(Number(value), units, Number(row.default)));

  const change = (typed: { amount: string; unit: string }) => {
    const chosen = units.find(({ name }) => name === typed.unit) ?? units[0];
    if (!chosen) return;
    setTyped({ amount: typed.amount, unit: chosen.name });
    onChange(fromAmount(typed.amount, chosen.factor));
  };

  return (
    <TextInput
      {...textFieldProps(props)}
      value={amount}
      inputMode="decimal"
      maxLength={20}
      onChange={(event) => change({ amount: event.target.value, unit })}
      sx={{ maxWidth: 320, pr: 0 }}
      endAdornment={
        units.length === 1 ? (
          <Box sx={{ pr: 1.75, color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {t(`web.admin.config.units.${unit}`)}
          </Box>
        ) : (
          <Box
            component="select"
            aria-label={t('web.admin.config.unitOf', { label })}
            value={unit}
            disabled={isLocked}
            onChange={(event) => change({ amount, unit: event.currentTarget.value })}
            sx={unitStyle}
          >
            {units.map(({ name }) => (
              <option key={name} value={name}>
                {t(`web.admin.config.units.${name}`)}
              </option>
            ))}
          </Box>
        )
      }
    />
  );
}

const unitStyle = {
  alignSelf: 'stretch',
  minHeight: 44,
  px: 1.5,
  border: 0,
  borderLeft: 1,
  borderColor: 'divider',
  borderRadius: '0 10px 10px 0',
  font: 'inherit',
  color: 'text.primary',
  bgcolor: 'transparent',
  '& option': { color: 'initial' },
} as const;
