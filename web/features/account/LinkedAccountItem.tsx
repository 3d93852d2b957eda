import Button from '@mui/material/Button';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { providerIcons } from '../../ui/icons/provider-icons.ts';
import { Item } from '../../ui/lists/ItemList.tsx';

interface Props {
  status: OauthStatus;
  /** It cannot be unlinked: nothing would be left to sign in with. */
  isKept: boolean;
  onSelect(): void;
}

/** A provider, and the account there that is linked. */
export function LinkedAccountItem({ status, isKept, onSelect }: Props) {
  const { t } = useTranslator();
  const { provider, isEnabled, account } = status;
  const name = t(`oauth.providers.${provider}`);
  return (
    <Item
      icon={providerIcons[provider]}
      title={name}
      mark={isKept && isEnabled && <Badge>{t('web.account.social.onlyWayIn')}</Badge>}
      facts={
        <>
          {account ? <Facts account={account} /> : t('web.account.social.notLinked')}
          {!isEnabled && <div>{t('web.account.social.disabled')}</div>}
        </>
      }
      action={
        !isKept && (
          <Button
            variant="outlined"
            aria-label={t(account ? 'web.account.social.unlinkLabel' : 'web.account.social.linkLabel', {
              provider: name,
            })}
            onClick={onSelect}
          >
            {t(account ? 'web.account.social.unlink' : 'web.account.social.link')}
          </Button>
        )
      }
    />
  );
}

function Facts({ account }: { account: NonNullable<OauthStatus['account']> }) {
  const { t } = useTranslator();
  const format = useFormat();
  const { name, linkedAt } = account;
  return (
    <>
      {name !== null && <>{name} · </>}
      <span title={format.dateTime(linkedAt)}>
        {t('web.account.social.linkedAt', { when: format.relative(linkedAt) })}
      </span>
    </>
  );
}
