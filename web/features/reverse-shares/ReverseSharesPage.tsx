import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Inbox as inboxIcon, Plus as plusIcon, Search as searchIcon } from 'lucide';
import { useDeferredValue, useState } from 'react';
import { allowsReverseShares } from '#sdk/contract/config/policies.js';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { useConfig } from '../../lib/config.tsx';
import { useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/RowsSkeleton.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Dock, dockedButtonStyle } from '../../ui/layout/Dock.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { CreateReverseShareDialog } from './ReverseShareDialog.tsx';
import { ReverseShareLinkDialog } from './ReverseShareLinkDialog.tsx';
import { ReverseShareRow } from './ReverseShareRow.tsx';
import { useReverseShares } from './use-reverse-shares.ts';

export function ReverseSharesPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.reverseShares.title'));
  const [search, setSearch] = useState('');
  const list = useReverseShares(useDeferredValue(search.trim()));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<ReverseShare | null>(null);
  const reverseShares = list.data?.pages.flatMap((page) => page.reverseShares) ?? [];
  const user = useCurrentUser();
  const config = useConfig();
  const isAllowed = allowsReverseShares(user ?? { isAdmin: false }, config);
  const isEmpty = list.isSuccess && reverseShares.length === 0;
  const hasNone = isEmpty && search.trim() === '';

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={t('web.reverseShares.title')}>
        {list.data && !hasNone && isAllowed && (
          <Dock>
            <CreateButton onCreate={() => setCreating(true)} />
          </Dock>
        )}
      </PageHeader>
      {!isAllowed && <Notice>{t('errors.reverse_shares_disabled')}</Notice>}
      {list.data && !hasNone && (
        <Box role="search" sx={searchStyle}>
          <SearchInput
            isWide
            label={t('web.reverseShares.search')}
            icon={searchIcon}
            value={search}
            onChange={setSearch}
          />
        </Box>
      )}
      <QueryStatus query={list} skeleton={<RowsSkeleton hasPrints />} />
      {hasNone && isAllowed && (
        <EmptyState
          icon={inboxIcon}
          title={t('web.reverseShares.emptyTitle')}
          text={t('web.reverseShares.emptyText')}
        >
          <CreateButton onCreate={() => setCreating(true)} />
        </EmptyState>
      )}
      {isEmpty && !hasNone && <Box role="status">{t('web.reverseShares.noneFound', { search })}</Box>}
      {reverseShares.length > 0 && <ReverseShareTable reverseShares={reverseShares} />}
      <MoreButton list={list} />
      {isCreating && (
        <CreateReverseShareDialog
          onClose={() => setCreating(false)}
          onCreated={(reverseShare) => {
            setCreating(false);
            setCreated(reverseShare);
          }}
        />
      )}
      {created && <ReverseShareLinkDialog isNew reverseShare={created} onClose={() => setCreated(null)} />}
    </Box>
  );
}

/** Where the search of My shares is, too. */
const searchStyle = { width: { md: 280 }, ml: { md: 'auto' } } as const;

const columns: readonly Column[] = [
  { label: 'web.reverseShares.columnName' },
  { label: 'web.reverseShares.columnState' },
  { label: 'web.reverseShares.columnReceived', isNumeric: true },
  { label: 'web.reverseShares.columnUses', isNumeric: true },
  { label: 'web.reverseShares.columnEnds' },
];

function ReverseShareTable({ reverseShares }: { reverseShares: readonly ReverseShare[] }) {
  return (
    <DataTable label="web.reverseShares.title" columns={columns} lastColumn="web.share.columnActions">
      {reverseShares.map((reverseShare) => (
        <ReverseShareRow key={reverseShare.id} reverseShare={reverseShare} />
      ))}
    </DataTable>
  );
}

function CreateButton({ onCreate }: { onCreate(): void }) {
  const { t } = useTranslator();
  return (
    <Button
      variant="contained"
      color="primary"
      startIcon={<Icon icon={plusIcon} size={16} />}
      onClick={onCreate}
      sx={dockedButtonStyle}
    >
      {t('web.reverseShares.create')}
    </Button>
  );
}
