import { mdiLinkOff } from '@mdi/js';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { StatusPage } from '../../ui/feedback/StatusPage.tsx';

/** The way to a new link, by what the old one was for. */
const ways = {
  reset: { text: 'web.deadLink.reset', path: paths.forgotPassword, action: 'web.deadLink.resetAction' },
  invitation: { text: 'web.deadLink.invitation', path: paths.signIn, action: 'web.nav.signIn' },
  confirmation: { text: 'web.deadLink.confirmation', path: paths.account, action: 'web.deadLink.toAccount' },
} as const;

interface Props {
  kind: keyof typeof ways;
  /** It has a token that the server refuses; else it came incomplete. */
  isUsed: boolean;
}

/** A mailed link that does nothing, or nothing any more. */
export function InvalidLink({ kind, isUsed }: Props) {
  const { t } = useTranslator();
  const way = ways[kind];
  return (
    <StatusPage
      isOutcome={isUsed}
      icon={mdiLinkOff}
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
