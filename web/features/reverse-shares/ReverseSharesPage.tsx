import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useDeferredValue, useState } from 'react';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { CreateReverseShareDialog } from './CreateReverseShareDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { NoReverseShares } from './NoReverseShares.tsx';
import { ReverseShareTable } from './ReverseShareTable.tsx';
import { useReverseShares } from './use-reverse-shares.ts';

export function ReverseSharesPage() {
  const translator = useTranslator();
  const { t } = translator;
  useDocumentTitle(t('web.reverseShares.title'));
  const [search, setSearch] = useState('');
  const list = useReverseShares(useDeferredValue(search.trim()));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<ReverseShare | null>(null);
  const reverseShares = list.data?.pages.flatMap((page) => page.reverseShares) ?? [];
  const isEmpty = list.isSuccess && reverseShares.length === 0;
  const hasNone = isEmpty && search.trim() === '';

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PageHeader title={t('web.reverseShares.title')}>
        {list.data && !hasNone && (
          <>
            <SearchInput
              label={t('web.reverseShares.search')}
              icon={mdiMagnify}
              value={search}
              onChange={setSearch}
            />
            <Button variant="contained" color="primary" onClick={() => setCreating(true)}>
              {t('web.reverseShares.create')}
            </Button>
          </>
        )}
      </PageHeader>
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
      {hasNone && <NoReverseShares onCreate={() => setCreating(true)} />}
      {isEmpty && !hasNone && <Box role="status">{t('web.reverseShares.noneFound', { search })}</Box>}
      {reverseShares.length > 0 && <ReverseShareTable reverseShares={reverseShares} />}
      {list.hasNextPage && (
        <MoreButton isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {isCreating && (
        <CreateReverseShareDialog
          onClose={() => setCreating(false)}
          onCreated={(reverseShare) => {
            setCreating(false);
            setCreated(reverseShare);
          }}
        />
      )}
      {created && <LinkDialog isNew reverseShare={created} onClose={() => setCreated(null)} />}
    </Box>
  );
}
