import { mdiArchiveCheckOutline, mdiLinkVariantOff, mdiLockOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { AppError, ErrorCode } from '#sdk/contract/errors.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/StatusPage.tsx';

interface Page {
  icon: string;
  title: MessageKey;
  text: MessageKey;
}

const notFound: Page = {
  icon: mdiLinkVariantOff,
  title: 'web.reverseUpload.notFoundTitle',
  text: 'web.reverseUpload.notFoundText',
};

/** What the server does not tell apart looks the same here. */
const pages: { readonly [C in ErrorCode]?: Page } = {
  reverse_share_closed: {
    icon: mdiLockOutline,
    title: 'web.reverseUpload.closedTitle',
    text: 'web.reverseUpload.closedText',
  },
  reverse_share_used_up: {
    icon: mdiArchiveCheckOutline,
    title: 'web.reverseUpload.usedUpTitle',
    text: 'web.reverseUpload.usedUpText',
  },
};

/** Why no files are taken, and what to do. */
export function RefusedInvitation({ reason }: { reason: AppError }) {
  const { t } = useTranslator();
  const page = pages[reason.code] ?? notFound;
  return (
    <StatusPage
      icon={page.icon}
      title={t(page.title)}
      actions={
        <Button component={Link} to={paths.home} variant="outlined">
          {t('web.notFound.home')}
        </Button>
      }
    >
      <p>{t(page.text)}</p>
    </StatusPage>
  );
}
