import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {
  ExternalLink as externalLinkIcon,
  type IconNode,
  Mail as mailIcon,
  QrCode as qrCodeIcon,
  Share as shareIcon,
} from 'lucide';
import { useId, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { QrCode } from '../../ui/links/QrCode.tsx';

interface Props {
  url: string;
  /** The name of the share */
  name: string | null;
}

/** The ways of a link to somebody else. */
export function LinkActions({ url, name }: Props) {
  const { t } = useTranslator();
  const { notifyError } = useNotifier();
  const [isCodeOpen, setCodeOpen] = useState(false);
  const subject = name ?? t('web.share.untitled');
  const handleShare = () => {
    navigator.share({ title: subject, url }).catch((error: unknown) => {
      // The visitor has closed the sheet of the system.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notifyError(error);
    });
  };
  return (
    <Box sx={actionsStyle}>
      {'share' in navigator && (
        <Action icon={shareIcon} label={t('web.upload.share')} onClick={handleShare} />
      )}
      <Action
        icon={mailIcon}
        label={t('web.upload.mail')}
        href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`}
      />
      <Action icon={qrCodeIcon} label={t('web.upload.code')} onClick={() => setCodeOpen(true)} />
      <Action icon={externalLinkIcon} label={t('web.upload.open')} href={url} />
      <CodeDialog url={url} isOpen={isCodeOpen} onClose={() => setCodeOpen(false)} />
    </Box>
  );
}

interface ActionProps {
  icon: IconNode;
  label: string;
  /** Where it leads, in a tab of its own; or what it does */
  href?: string;
  onClick?(): void;
}

function Action({ icon, label, href, onClick }: ActionProps) {
  const face = (
    <>
      <Icon icon={icon} />
      {label}
    </>
  );
  return href === undefined ? (
    <ButtonBase onClick={onClick} sx={actionStyle}>
      {face}
    </ButtonBase>
  ) : (
    <ButtonBase href={href} target="_blank" rel="noopener" sx={actionStyle}>
      {face}
    </ButtonBase>
  );
}

/** The code as large as a phone across the table needs it. */
function CodeDialog({ url, isOpen, onClose }: { url: string; isOpen: boolean; onClose(): void }) {
  const { t } = useTranslator();
  const id = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('web.upload.code')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', justifyItems: 'center', gap: 2, '& svg': codeStyle }}>
        <QrCode value={url} label={t('web.upload.qrCode')} />
        <span>{t('web.upload.qrHint')}</span>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('web.common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const codeStyle = { width: 'min(300px, 100%)', height: 'auto' } as const;

const actionsStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(72px, 1fr))',
  gap: 1.25,
  mt: 1.75,
} as const;

const actionStyle = {
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 1,
  minHeight: 76,
  px: 0.75,
  py: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: '14px',
  bgcolor: 'background.paper',
  fontFamily: 'inherit',
  typography: 'body2',
  fontWeight: 560,
  textAlign: 'center',
  '&:hover': { bgcolor: 'paper.raised' },
} as const;
