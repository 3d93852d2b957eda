import { mdiKeyOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Item } from '../../ui/ItemList.tsx';
import { scopeTexts } from './scope-texts.ts';

interface Props {
  apiKey: ApiKey;
  onRevoke(): void;
}

export function ApiKeyItem({ apiKey, onRevoke }: Props) {
  const { t, locale } = useTranslator();
  const format = useFormat();
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = apiKey;
  const allowed = new Intl.ListFormat(locale, { type: 'unit' }).format(
    scopes.map((scope) => t(scopeTexts[scope].label)),
  );
  return (
    <Item
      icon={mdiKeyOutline}
      title={name}
      facts={
        <>
          <Box>{allowed}</Box>
          <span title={format.dateTime(createdAt)}>
            {t('web.account.apiKeys.created', { when: format.relative(createdAt) })}
          </span>
          {' · '}
          {expiresAt === null ? t('web.account.apiKeys.expiresNever') : <Expiry moment={expiresAt} />}
          {' · '}
          {lastUsedAt === null ? (
            t('web.account.apiKeys.neverUsed')
          ) : (
            <span title={format.dateTime(lastUsedAt)}>
              {t('web.account.apiKeys.lastUsed', { when: format.relative(lastUsedAt) })}
            </span>
          )}
        </>
      }
      action={
        <Button
          variant="outlined"
          aria-label={t('web.account.apiKeys.revokeLabel', { name })}
          onClick={onRevoke}
        >
          {t('web.account.apiKeys.revoke')}
        </Button>
      }
    />
  );
}

function Expiry({ moment }: { moment: string }) {
  const { t } = useTranslator();
  const format = useFormat();
  const isOver = Date.parse(moment) <= Date.now();
  return (
    <Box component="span" title={format.dateTime(moment)} sx={{ color: isOver ? 'error.main' : 'inherit' }}>
      {t(isOver ? 'web.account.apiKeys.expired' : 'web.account.apiKeys.expires', {
        when: format.relative(moment),
      })}
    </Box>
  );
}
