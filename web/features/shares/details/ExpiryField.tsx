import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { useFormat, useTranslator } from '../../../lib/i18n.tsx';
import { ExpirationField } from '../../../ui/fields/ExpirationField.tsx';
import { useExpirationProblem, useInitialExpiration } from '../../../ui/fields/use-expiration.ts';
import { UnchangedField } from './UnchangedField.tsx';

interface Props {
  share: ShareDetails;
  /** Empty: unchanged */
  value: string;
  onChange(expiration: string): void;
}

/** The expiration of the share as text; a new expiration starts from now. */
export function ExpiryField({ share, value, onChange }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const initial = useInitialExpiration();
  const { expiresAt, state } = share;
  if (value !== '') return <NewExpiry value={value} onChange={onChange} />;
  const params = expiresAt && { relative: format.relative(expiresAt), date: format.deadline(expiresAt) };
  const text = !params
    ? t('web.upload.expiresNever')
    : t(state === 'expired' ? 'web.shares.expiredAt' : 'web.shares.expiresAt', params);
  return (
    <UnchangedField
      label={t('web.upload.expires')}
      text={text}
      title={expiresAt === null ? undefined : format.dateTime(expiresAt)}
    >
      <Button variant="outlined" onClick={() => onChange(initial)}>
        {t(state === 'expired' ? 'web.shares.actions.extend' : 'web.shares.change')}
      </Button>
    </UnchangedField>
  );
}

function NewExpiry({ value, onChange }: Omit<Props, 'share'>) {
  const { t } = useTranslator();
  const problem = useExpirationProblem(value);
  return (
    <Box>
      <ExpirationField value={value} onChange={onChange} error={problem} />
      <Button variant="text" onClick={() => onChange('')} sx={{ ml: -2.25, mt: 0.5 }}>
        {t('web.shares.keep')}
      </Button>
    </Box>
  );
}
