import { useTranslator } from '../lib/i18n.tsx';
import { usePageNotice } from '../lib/page-notice.ts';
import { Notice } from './Notice.tsx';

const looks = {
  accountDeleted: { tone: 'success', text: 'web.notices.accountDeleted' },
  passwordSet: { tone: 'success', text: 'web.notices.passwordSet' },
  sessionEnded: { tone: 'info', text: 'errors.session_expired' },
} as const;

/** What the page before has left to say, if anything. */
export function PageNotice() {
  const { t } = useTranslator();
  const notice = usePageNotice();
  return notice ? <Notice tone={looks[notice].tone}>{t(looks[notice].text)}</Notice> : null;
}
