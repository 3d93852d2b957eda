import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { ReverseShareLink } from './ReverseShareLink.tsx';
import { titleOf } from './reverse-share-texts.ts';

interface Props {
  reverseShare: ReverseShare;
  /** It has just been created */
  isNew?: boolean;
  onClose(): void;
}

/** The link, large, and its QR code. */
export function ReverseShareLinkDialog({ reverseShare, isNew = false, onClose }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const id = useId();
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>
        {isNew ? t('web.reverseShares.createdTitle') : titleOf(translator, reverseShare)}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
          <Box sx={{ color: 'text.secondary' }}>{t('web.reverseShares.linkText')}</Box>
          <ReverseShareLink reverseShare={reverseShare} isLarge />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('web.common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
