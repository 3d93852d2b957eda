import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import type { CreateReverseShare, ReverseShare } from '#sdk/contract/reverse-shares.js';
import { type ByteUnit, readSize, writeSize } from '../../lib/byte-units.ts';
import { useConfig } from '../../lib/config.tsx';
import type { ContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { ExpirationField } from '../../ui/fields/ExpirationField.tsx';
import { NameAndMessageFields } from '../../ui/fields/NameAndMessageFields.tsx';
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';

interface Props {
  form: ContractForm<CreateReverseShare>;
  /** The reverse share that is edited; undefined for a new one */
  before: ReverseShare | undefined;
  /** Below the field for the password */
  children: ReactNode;
}

/** The fields of a reverse share. */
export function ReverseShareFields({ form, before, children }: Props) {
  const { t } = useTranslator();
  const sendsMail = useConfig()('smtp.enabled');
  return (
    <>
      <NameAndMessageFields
        field={form.field}
        nameTexts={{ label: t('web.reverseShares.name') }}
        messageTexts={{ label: t('web.reverseShares.message'), hint: t('web.reverseShares.messageHint') }}
      />
      <Box sx={pairStyle}>
        <ExpirationField
          label={t('web.reverseShares.expires')}
          value={form.watch('expiration') ?? 'never'}
          before={before?.expiresAt ?? null}
          error={form.field('expiration').error}
          onChange={(value) => form.setValue('expiration', value, { shouldValidate: true })}
        />
        <ExpirationField
          label={t('web.reverseShares.shareExpires')}
          creator="user"
          hint={t('web.reverseShares.shareExpiresHint')}
          value={form.watch('shareExpiration') ?? 'never'}
          error={form.field('shareExpiration').error}
          onChange={(value) => form.setValue('shareExpiration', value, { shouldValidate: true })}
        />
        <SizeField
          label={t('web.reverseShares.maxShareSize')}
          hint={t('web.reverseShares.noLimitHint')}
          value={before?.maxShareSize ?? null}
          error={form.field('maxShareSize').error}
          onChange={(bytes) => form.setValue('maxShareSize', bytes, { shouldValidate: true })}
        />
        <TextInput
          {...form.field('maxUses')}
          label={t('web.reverseShares.maxUses')}
          hint={t('web.reverseShares.maxUsesHint')}
          inputMode="numeric"
          autoComplete="off"
        />
      </Box>
      <PasswordInput
        {...form.field('password')}
        label={t('web.reverseShares.password')}
        aside={t('web.common.optional')}
        hint={t(
          before?.hasPassword ? 'web.reverseShares.passwordKeptHint' : 'web.reverseShares.passwordHint',
        )}
        autoComplete="new-password"
      />
      {children}
      <Box sx={{ display: 'grid', gap: 1.25 }}>
        {sendsMail && (
          <Checkbox
            {...form.register('sendsNotification')}
            label={t('web.reverseShares.sendsNotification')}
            hint={t('web.reverseShares.sendsNotificationHint')}
          />
        )}
        <Checkbox
          {...form.register('requiresSignIn')}
          label={t('web.reverseShares.requiresSignIn')}
          hint={t('web.reverseShares.requiresSignInHint')}
        />
        <Checkbox
          {...form.register('hasSimpleForm')}
          label={t('web.reverseShares.hasSimpleForm')}
          hint={t('web.reverseShares.hasSimpleFormHint')}
        />
      </Box>
    </>
  );
}

const pairStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2.5,
  alignItems: 'start',
} as const;

/** The label of the amount has the whole width; that of the unit, which says what it is, is for screen readers. */
const sizeStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 96px',
  gap: 1,
  minWidth: 0,
  '& > :first-of-type > :first-of-type': { width: 'calc(100% + 104px)' },
  '& > :last-of-type > :first-of-type': {
    opacity: 0,
    pointerEvents: 'none',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  },
} as const;

interface SizeFieldProps {
  label: string;
  hint: string;
  /** Bytes to begin with */
  value: number | null;
  error: string | undefined;
  /** NaN unless it is a size; undefined if the field is empty */
  onChange(bytes: number | undefined): void;
}

const units: readonly ByteUnit[] = ['MB', 'GB'];

/** A size in megabytes or gigabytes; empty for none. */
function SizeField({ label, hint, value, error, onChange }: SizeFieldProps) {
  const { t } = useTranslator();
  const [{ amount, unit }, setState] = useState(() =>
    value === null ? { amount: '', unit: 'GB' as const } : writeSize(value),
  );
  const change = (typed: { amount: string; unit: ByteUnit }) => {
    setState(typed);
    onChange(typed.amount.trim() === '' ? undefined : readSize(typed.amount, typed.unit));
  };
  return (
    <Box sx={sizeStyle}>
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
