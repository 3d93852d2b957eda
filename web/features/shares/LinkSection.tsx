import { mdiOpenInNew, mdiQrcode } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { QrCode } from '../../ui/QrCode.tsx';

/** The link: to copy, to open, to scan. */
export function LinkSection({ share }: { share: OwnerShare }) {
  const { t } = useTranslator();
  const id = useId();
  const [showsCode, setShowsCode] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <CopyField value={share.url} label={t('web.upload.link')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25 }}>
        <Button
          href={share.url}
          target="_blank"
          rel="noopener"
          variant="outlined"
          startIcon={<Icon path={mdiOpenInNew} size={20} />}
        >
          {t('web.upload.open')}
        </Button>
        <Button
          variant="outlined"
          aria-expanded={showsCode}
          aria-controls={id}
          startIcon={<Icon path={mdiQrcode} size={20} />}
          onClick={() => setShowsCode(!showsCode)}
        >
          {t('web.shares.qrCode')}
        </Button>
      </Box>
      <Box id={id} hidden={!showsCode}>
        {showsCode && <QrCode value={share.url} label={t('web.upload.qrCode')} />}
      </Box>
    </Box>
  );
}
