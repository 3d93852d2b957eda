import { useTranslator } from '../../lib/i18n.tsx';
import { usePageNotice } from '../../lib/page-notice.ts';
import { Notice } from './Notice.tsx';

const looks = {
  accountDeleted: { tone: 'success', text: 'web.notices.accountDeleted' },
  passwordSet: { tone: 'success', text: 'web.notices.passwordSet' },
  setupContinues: { tone: 'info', text: 'web.notices.setupContinues' },
  setupDone: { tone: 'info', text: 'errors.setup_already_done' },
  sessionEnded: { tone: 'info', text: 'errors.session_expired' },
} as const;

/** The notice that the previous page has left, if any. */
export function PageNotice() {
  const { t } = useTranslator();
  const notice = usePageNotice();
  return notice ? <Notice tone={looks[notice].tone}>{t(looks[notice].text)}</Notice> : null;
}
