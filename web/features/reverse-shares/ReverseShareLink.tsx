import Box from '@mui/material/Box';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { CopyField } from '../../ui/links/CopyField.tsx';
import { QrCode } from '../../ui/links/QrCode.tsx';

interface Props {
  reverseShare: ReverseShare;
  isLarge?: boolean;
}

/** The link of a reverse share to copy or scan, and when it expires. */
export function ReverseShareLink({ reverseShare, isLarge = false }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { url, expiresAt } = reverseShare;
  return (
    <>
      <CopyField value={url} label={t('web.reverseShares.link')} isLarge={isLarge} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <QrCode value={url} label={t('web.upload.qrCode')} />
        <Box sx={{ flex: '1 1 180px', color: 'text.secondary', '& p': { m: 0, mb: 1 } }}>
          <p>{t('web.upload.qrHint')}</p>
          <p title={expiresAt === null ? undefined : format.dateTime(expiresAt)}>
            {expiresAt === null
              ? t('web.reverseShares.linkNeverEnds')
              : t('web.reverseShares.linkEnds', {
                  relative: format.relative(expiresAt),
                  date: format.deadline(expiresAt),
                })}
          </p>
        </Box>
      </Box>
    </>
  );
}
