import Button from '@mui/material/Button';
import {
  ArchiveX as archiveXIcon,
  Eye as eyeIcon,
  EyeOff as eyeOffIcon,
  Hourglass as hourglassIcon,
  type IconNode,
  Unlink as unlinkIcon,
} from 'lucide';
import { Link, Navigate } from 'react-router';
import type { AppError, ErrorCode } from '#sdk/contract/errors.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { ErrorPage } from '../../app/layout/ErrorPage.tsx';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { RequestError } from '../../ui/feedback/FormError.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';
import { useOpenShare } from './use-open-share.ts';

// Most shares have no password: its form is loaded when it is needed.
const SharePassword = lazyPart(async () => (await import('./SharePassword.tsx')).SharePassword);

interface Page {
  icon: IconNode;
  title: MessageKey;
  text: MessageKey;
  hint?: MessageKey;
}

/** The pages reveal no more than the server: a share that never existed looks like one that has expired. */
const pages: { readonly [C in ErrorCode]?: Page } = {
  share_not_found: pageOf('share_not_found', unlinkIcon),
  share_removed: pageOf('share_removed', archiveXIcon),
  share_quarantined: pageOf('share_quarantined', archiveXIcon),
  share_view_limit: pageOf('share_view_limit', eyeOffIcon),
  share_uploading: {
    icon: hourglassIcon,
    title: 'web.share.uploadingTitle',
    text: 'web.share.uploadingText',
  },
};

function pageOf(
  code: 'share_not_found' | 'share_removed' | 'share_quarantined' | 'share_view_limit',
  icon: IconNode,
): Page {
  return { icon, title: `errors.${code}`, text: `hints.${code}`, hint: 'web.share.askSender' };
}

interface Props {
  id: string;
  reason: AppError;
  onRetry(): void;
}

/** The reason why the share cannot be opened, and what to do. */
export function ClosedShare({ id, reason, onRetry }: Props) {
  const { t } = useTranslator();
  if (reason.code === 'share_password_required') return <SharePassword id={id} />;
  if (reason.code === 'share_token_required')
    return <OpenShare id={id} maxViews={Number(reason.params.maxViews)} />;
  if (reason.code === 'setup_required') return <Navigate to={paths.setup} replace />;

  const page = pages[reason.code];
  if (!page) return <ErrorPage error={reason} onRetry={onRetry} />;
  const isWaiting = reason.code === 'share_uploading';
  return (
    <StatusPage
      look={isWaiting ? 'loose' : 'over'}
      icon={page.icon}
      title={t(page.title)}
      actions={
        isWaiting ? (
          <Button variant="outlined" onClick={onRetry}>
            {t('web.share.checkNow')}
          </Button>
        ) : (
          <Button component={Link} to={paths.home} variant="outlined">
            {t('web.notFound.home')}
          </Button>
        )
      }
    >
      <p>{t(page.text)}</p>
      {page.hint && <p>{t(page.hint)}</p>}
    </StatusPage>
  );
}

/** A share with a view limit: it opens only on request. */
function OpenShare({ id, maxViews }: { id: string; maxViews: number }) {
  const { t } = useTranslator();
  const open = useOpenShare(id);
  return (
    <StatusPage
      look="tied"
      icon={eyeIcon}
      title={t('web.share.openTitle')}
      actions={
        <Button
          variant="contained"
          color="primary"
          size="large"
          disabled={open.isPending}
          onClick={() => open.mutate(undefined)}
        >
          {t('web.share.open')}
        </Button>
      }
    >
      <p>{t('web.share.openText', { count: maxViews })}</p>
      <RequestError error={open.error} />
    </StatusPage>
  );
}
