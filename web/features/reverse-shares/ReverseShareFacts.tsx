import Box from '@mui/material/Box';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { formatAmount, parseDuration } from '../../ui/expiration-choices.ts';
import { usesOf } from './reverse-share-texts.ts';

/** The terms of a reverse share, as they are. */
export function ReverseShareFacts({ reverseShare }: { reverseShare: ReverseShare }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const lifetime = useLifetime(reverseShare);
  const { maxShareSize } = reverseShare;
  const yesNo = (value: boolean) => t(value ? 'web.reverseShares.yes' : 'web.reverseShares.no');
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('web.reverseShares.columnUses'), usesOf(translator, reverseShare)],
    [
      t('web.reverseShares.maxShareSize'),
      maxShareSize === null ? t('web.reverseShares.noLimit') : format.bytes(maxShareSize),
    ],
    [t('web.reverseShares.shareExpires'), lifetime],
    [t('web.reverseShares.password'), yesNo(reverseShare.hasPassword)],
    [t('web.reverseShares.requiresSignIn'), yesNo(reverseShare.requiresSignIn)],
    [t('web.reverseShares.sendsNotification'), yesNo(reverseShare.sendsNotification)],
    [t('web.reverseShares.hasSimpleForm'), yesNo(reverseShare.hasSimpleForm)],
  ];
  return (
    <Box component="dl" sx={listStyle}>
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}

function useLifetime({ shareExpiration }: ReverseShare): string {
  const { t, locale } = useTranslator();
  const format = useFormat();
  const usual = useConfig()('share.defaultExpiration');
  const expiration = shareExpiration ?? usual;
  const duration = parseDuration(expiration);
  if (duration) return t('web.upload.expiresIn', { duration: formatAmount(duration, locale) });
  return expiration === 'never' ? t('web.upload.expiresNeverHint') : format.dateTime(expiration);
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  m: 0,
  pt: 2.5,
  borderTop: 1,
  borderColor: 'divider',
  typography: 'body2',
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;
