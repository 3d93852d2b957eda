import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import type { Creator } from '#sdk/contract/config/policies.js';
import { isExpiration, resolveExpiration } from '#sdk/contract/formats/expiration.js';
import { useShareRules } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { type Duration, expirationChoices, formatAmount, parseDuration } from './expiration-choices.ts';
import { NativeSelect } from './NativeSelect.tsx';
import { FieldHelp, FieldLabel, TextInput } from './TextInput.tsx';

const custom = 'custom';
const customStart = '7-days';
const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;

interface Props {
  value: string;
  /** The label of the field; that of a share, unless given */
  label?: string;
  /** Beside the label, quiet */
  aside?: string | undefined;
  /** Below the field; the date, unless given */
  hint?: string;
  /** The date set before, ISO 8601; it can be kept */
  before?: string | null;
  /** Whose rules apply; those of the person at the page, unless given */
  creator?: Creator;
  /** What the empty value means; without it, one is chosen */
  none?: string | undefined;
  error?: string | undefined;
  onChange(expiration: string): void;
}

/** When the share expires: one of the usual durations, or any number of any unit. The date is shown below. */
export function ExpirationField({
  value,
  label,
  aside,
  hint,
  before = null,
  creator,
  none,
  error,
  onChange,
}: Props) {
  const { t, formatLocale } = useTranslator();
  const format = useFormat();
  const { defaultExpiration, maxHours } = useShareRules(creator);
  const id = useId();
  const [now] = useState(() => new Date());
  const [isCustom, setCustom] = useState(false);
  const [initial] = useState(value);
  const offered = expirationChoices(defaultExpiration, maxHours, now);
  // The current value can stay, whatever is offered today.
  const choices =
    initial === before || initial === '' || offered.includes(initial) ? offered : [initial, ...offered];
  const labelOf = (choice: string) => {
    const duration = parseDuration(choice);
    if (duration) return t('web.upload.expiresIn', { duration: formatAmount(duration, formatLocale) });
    return choice === 'never' ? t('web.upload.expiresNever') : format.deadline(choice);
  };
  const date = isExpiration(value) ? resolveExpiration(value, new Date()) : null;

  return (
    <Box>
      <FieldLabel htmlFor={id} label={label ?? t('web.upload.expires')} aside={aside} />
      <NativeSelect
        id={id}
        value={isCustom ? custom : value}
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          const choice = event.currentTarget.value;
          setCustom(choice === custom);
          if (choice !== custom) onChange(choice);
          else if (!parseDuration(value)) onChange(customStart);
        }}
      >
        {before !== null && <option value={before}>{t('web.upload.expiresUnchanged')}</option>}
        {none !== undefined && <option value="">{none}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {labelOf(choice)}
          </option>
        ))}
        <option value={custom}>{t('web.upload.expiresCustom')}</option>
      </NativeSelect>
      {isCustom && <CustomDuration initial={parseDuration(value)} onChange={onChange} />}
      <FieldHelp
        id={`${id}-help`}
        error={error}
        hint={hint ?? (date ? format.deadline(date) : t('web.upload.expiresNeverHint'))}
      />
    </Box>
  );
}

function CustomDuration({
  initial,
  onChange,
}: {
  initial: Duration | null;
  onChange(expiration: string): void;
}) {
  const { t } = useTranslator();
  const [amount, setAmount] = useState(String(initial?.amount ?? 7));
  const [unit, setUnit] = useState<Duration['unit']>(initial?.unit ?? 'day');
  const id = useId();
  return (
    <Box ref={scrollIntoSight} sx={{ display: 'grid', gridTemplateColumns: '1fr 1.4fr', gap: 1.25, mt: 1.5 }}>
      <TextInput
        label={t('web.upload.amount')}
        value={amount}
        inputMode="numeric"
        maxLength={5}
        onChange={(event) => {
          setAmount(event.target.value);
          onChange(`${event.target.value}-${unit}s`);
        }}
      />
      <Box>
        <FieldLabel htmlFor={id} label={t('web.upload.unit')} />
        <NativeSelect
          id={id}
          value={unit}
          onChange={(event) => {
            const chosen = units.find((candidate) => candidate === event.currentTarget.value) ?? 'day';
            setUnit(chosen);
            onChange(`${amount}-${chosen}s`);
          }}
        >
          {units.map((name) => (
            <option key={name} value={name}>
              {t(`web.upload.units.${name}`)}
            </option>
          ))}
        </NativeSelect>
      </Box>
    </Box>
  );
}

/** The fields may open below the edge of the screen. */
function scrollIntoSight(fields: HTMLElement | null): void {
  fields?.scrollIntoView({ block: 'nearest' });
}
