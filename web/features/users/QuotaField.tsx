import Box from '@mui/material/Box';
import { useState } from 'react';
import { readSize, writeSize } from '../../lib/byte-units.ts';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';

interface Props {
  /** The initial value: bytes, 0 for no limit, null for the default of the instance */
  value: number | null;
  error: string | undefined;
  /** NaN unless it is a number */
  onChange(quota: number | null): void;
}

type Kind = 'usual' | 'none' | 'own';

/** The storage limit of a user: the default of the instance, no limit, or a number of gigabytes. */
export function QuotaField({ value, error, onChange }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const usual = useConfig()('share.userQuota');
  const [kind, setKind] = useState<Kind>(() => kindOf(value));
  const [amount, setAmount] = useState(() => (value ? writeSize(value, 'GB').amount : '10'));

  const choose = (chosen: Kind) => {
    setKind(chosen);
    if (chosen === 'own') onChange(readSize(amount, 'GB'));
    else onChange(chosen === 'none' ? 0 : null);
  };

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: kind === 'own' ? '3fr 2fr' : '1fr', gap: 1.25 }}>
      <SelectInput
        label={t('web.admin.users.quota')}
        value={kind}
        onChange={({ currentTarget }) =>
          choose(kinds.find((name) => name === currentTarget.value) ?? 'usual')
        }
      >
        <option value="usual">
          {usual === 0
            ? t('web.admin.users.quotaUsualNone')
            : t('web.admin.users.quotaUsual', { quota: format.bytes(usual) })}
        </option>
        <option value="none">{t('web.admin.users.quotaNone')}</option>
        <option value="own">{t('web.admin.users.quotaOwn')}</option>
      </SelectInput>
      {kind === 'own' && (
        <TextInput
          label={t('web.admin.users.quotaAmount')}
          value={amount}
          error={error}
          inputMode="decimal"
          maxLength={12}
          onChange={(event) => {
            setAmount(event.target.value);
            onChange(readSize(event.target.value, 'GB'));
          }}
          endAdornment={
            <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>{t('web.admin.users.gigabytes')}</Box>
          }
        />
      )}
    </Box>
  );
}

const kinds: readonly Kind[] = ['usual', 'none', 'own'];

function kindOf(quota: number | null): Kind {
  if (quota === null) return 'usual';
  return quota === 0 ? 'none' : 'own';
}
