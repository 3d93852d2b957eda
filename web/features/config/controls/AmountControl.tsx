import Box from '@mui/material/Box';
import { useState } from 'react';
import { configRow } from '#sdk/contract/config.js';
import { useTranslator } from '../../../lib/i18n.tsx';
import { SwitchInput } from '../../../ui/fields/SwitchInput.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { type AmountUnit, amountUnits, fromAmount, toAmount } from '../amounts.ts';
import { zeroMeanings } from '../config-texts.ts';
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

  const meaning = zeroMeanings[configKey];
  const zeroText = meaning && t(`web.admin.config.none.${meaning}`);
  const isZero = zeroText !== undefined && value === '0';
  const handleZero = (isOn: boolean) => {
    const usual = toAmount(Number(row.default), units, Number(row.default));
    change({ amount: isOn ? '0' : usual.amount === '0' ? '1' : usual.amount, unit });
  };

  const field = (
    <TextInput
      {...textFieldProps(props)}
      value={isZero && amount === '0' ? '' : amount}
      {...(zeroText && { placeholder: zeroText })}
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
  if (zeroText === undefined || isLocked) return field;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {field}
      <Box sx={{ maxWidth: 320 }}>
        <SwitchInput label={zeroText} name={`${label}: ${zeroText}`} isOn={isZero} onChange={handleZero} />
      </Box>
    </Box>
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
