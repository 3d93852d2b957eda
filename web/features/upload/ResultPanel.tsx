import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Check as checkIcon, ExternalLink as externalLinkIcon, Pencil as pencilIcon } from 'lucide';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { UploadResult } from '#sdk/browser.js';
import { myShareDetailsPath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { CopyField } from '../../ui/links/CopyField.tsx';
import { QrCode } from '../../ui/links/QrCode.tsx';

interface Props {
  result: UploadResult;
  /** The number of recipients */
  recipients: number;
  onReset(): void;
}

/** The link of the share, large. */
export function ResultPanel({ result, recipients, onReset }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { share } = result;
  const isSignedIn = useCurrentUser() !== null;
  useDocumentTitle(t('web.upload.doneTitle'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Box sx={{ width: '100%', maxWidth: 760, mx: 'auto', my: 'auto' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          mb: 2,
          color: 'success.main',
          fontWeight: 600,
        }}
      >
        <Icon icon={checkIcon} />
        {t('web.upload.doneFacts', { count: result.files, size: format.bytes(result.bytes) })}
      </Box>
      <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ mb: 1.5, outline: 'none !important' }}>
        {t('web.upload.doneTitle')}
      </Typography>
      <Typography sx={{ mb: 4, color: 'text.secondary', fontSize: '1.0625rem' }}>
        <ExpiryText expiresAt={share.expiresAt} />
      </Typography>
      {recipients > 0 && (
        <Box sx={{ mb: 2 }}>
          <Notice>{t('web.upload.doneMailed', { count: recipients })}</Notice>
        </Box>
      )}
      <CopyField value={share.url} label={t('web.upload.link')} isLarge />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3, mt: 4 }}>
        <QrCode value={share.url} label={t('web.upload.qrCode')} />
        <Box sx={{ display: 'grid', gap: 1.25, justifyItems: 'start', maxWidth: 320 }}>
          <Box sx={{ color: 'text.secondary', mb: 0.75 }}>{t('web.upload.qrHint')}</Box>
          <Button
            href={share.url}
            target="_blank"
            rel="noopener"
            variant="outlined"
            startIcon={<Icon icon={externalLinkIcon} size={20} />}
          >
            {t('web.upload.open')}
          </Button>
          {isSignedIn && (
            <Button
              component={Link}
              to={myShareDetailsPath(share.id)}
              variant="outlined"
              startIcon={<Icon icon={pencilIcon} size={20} />}
            >
              {t('web.upload.edit')}
            </Button>
          )}
          <Button variant="text" onClick={onReset} sx={{ ml: -2.25, color: 'primary.main' }}>
            {t('web.upload.sendAnother')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

/** The time at which the link expires. */
export function ExpiryText({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslator();
  const format = useFormat();
  if (expiresAt === null) return t('web.upload.doneNever');
  const params = { relative: format.relative(expiresAt), date: format.deadline(expiresAt) };
  return <span title={format.dateTime(expiresAt)}>{t('web.upload.doneExpires', params)}</span>;
}
