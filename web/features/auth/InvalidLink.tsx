import Button from '@mui/material/Button';
import { Unlink as unlinkIcon } from 'lucide';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';

/** The ways to get a new link, by the kind of the old one. */
const ways = {
  reset: { text: 'web.deadLink.reset', path: paths.forgotPassword, action: 'web.deadLink.resetAction' },
  invitation: { text: 'web.deadLink.invitation', path: paths.signIn, action: 'web.nav.signIn' },
  confirmation: { text: 'web.deadLink.confirmation', path: paths.account, action: 'web.deadLink.toAccount' },
} as const;

interface Props {
  kind: keyof typeof ways;
  /** The server refuses its token; otherwise the link is incomplete */
  isUsed: boolean;
}

/** The page for a mailed link that is incomplete or no longer works. */
export function InvalidLink({ kind, isUsed }: Props) {
  const { t } = useTranslator();
  const way = ways[kind];
  return (
    <StatusPage
      isOutcome={isUsed}
      icon={unlinkIcon}
      title={t(isUsed ? 'web.deadLink.usedTitle' : 'web.deadLink.incompleteTitle')}
      actions={
        <Button component={Link} to={way.path} variant="contained" color="primary">
          {t(way.action)}
        </Button>
      }
    >
      <p>{t(isUsed ? 'web.deadLink.usedText' : 'web.deadLink.incompleteText')}</p>
      <p>{t(way.text)}</p>
    </StatusPage>
  );
}
