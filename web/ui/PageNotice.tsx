import { useTranslator } from '../lib/i18n.tsx';
import { usePageNotice } from '../lib/page-notice.ts';
import { Notice } from './Notice.tsx';

const texts = {
  accountDeleted: 'web.notices.accountDeleted',
  passwordSet: 'web.notices.passwordSet',
} as const;

/** What the page before has left to say, if anything. */
export function PageNotice() {
  const { t } = useTranslator();
  const notice = usePageNotice();
  return notice ? <Notice tone="success">{t(texts[notice])}</Notice> : null;
}
