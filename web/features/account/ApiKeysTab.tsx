import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Key as keyIcon } from 'lucide';
import { useState } from 'react';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { scopeTexts } from '../../ui/fields/scope-texts.ts';
import { Item, ItemList, ItemListSkeleton } from '../../ui/lists/ItemList.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { CreateApiKeyDialog } from './CreateApiKeyDialog.tsx';
import { type CreatedApiKey, NewApiKey } from './NewApiKey.tsx';
import { TabContent } from './TabContent.tsx';
import { useApiKeys, useRevokeApiKey } from './use-api-keys.ts';

/** Keys for programs that act for the account. */
export function ApiKeysTab() {
  const { t } = useTranslator();
  const keys = useApiKeys();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [toRevoke, setToRevoke] = useState<ApiKey | null>(null);

  return (
    <TabContent
      title={t('web.account.apiKeys.title')}
      text={
        <>
          {t('web.account.apiKeys.text')} <Link href="/api/docs">{t('web.account.apiKeys.reference')}</Link>
        </>
      }
      isWide
    >
      <QueryStatus query={keys} skeleton={<ItemListSkeleton />} />
      {keys.data && keys.data.length > 0 && (
        <ItemList label={t('web.account.apiKeys.title')}>
          {keys.data.map((apiKey) => (
            <ApiKeyItem key={apiKey.id} apiKey={apiKey} onRevoke={() => setToRevoke(apiKey)} />
          ))}
        </ItemList>
      )}
      {keys.isSuccess && (
        <Button
          variant="contained"
          color="primary"
          onClick={() => setCreating(true)}
          sx={{ justifySelf: 'start' }}
        >
          {t('web.account.apiKeys.create')}
        </Button>
      )}
      {isCreating && (
        <CreateApiKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created && <NewApiKey created={created} onDone={() => setCreated(null)} />}
      <RevokeApiKey apiKey={toRevoke} onClose={() => setToRevoke(null)} />
    </TabContent>
  );
}

function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose(): void }) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const revoke = useRevokeApiKey();

  const handleClose = () => {
    revoke.reset();
    onClose();
  };
  const handleRevoke = async () => {
    if (!apiKey) return;
    await revoke.mutateAsync(apiKey.id, {
      onSuccess: () => {
        onClose();
        notify(t('web.account.apiKeys.revoked'), 'success');
      },
    });
  };

  return (
    <ConfirmDialog
      isOpen={apiKey !== null}
      title={t('web.account.apiKeys.revokeTitle')}
      text={t('web.account.apiKeys.revokeText', { name: apiKey?.name ?? '' })}
      confirmLabel={t('web.account.apiKeys.revoke')}
      mutation={revoke}
      onCancel={handleClose}
      onConfirm={handleRevoke}
    />
  );
}

interface Props {
  apiKey: ApiKey;
  onRevoke(): void;
}

function ApiKeyItem({ apiKey, onRevoke }: Props) {
  const { t, locale } = useTranslator();
  const format = useFormat();
  const { name, scopes, createdAt, expiresAt, lastUsedAt } = apiKey;
  const allowed = new Intl.ListFormat(locale).format(scopes.map((scope) => t(scopeTexts[scope].label)));
  return (
    <Item
      icon={keyIcon}
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
