import Box from '@mui/material/Box';
import { useDeferredValue, useState } from 'react';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { NoShares } from './NoShares.tsx';
import { type AskedAction, AskedDialog, SelectionBar } from './SelectionBar.tsx';
import { ShareDrawer } from './ShareDrawer.tsx';
import { ShareFilterBar } from './ShareFilterBar.tsx';
import { ShareTable } from './ShareTable.tsx';
import { isNarrowed } from './share-filters.ts';
import { useAdditionOutcomes } from './use-addition-outcomes.ts';
import { useSelection } from './use-selection.ts';
import { useShareFilters } from './use-share-filters.ts';
import { type ShareScope, useShareList } from './use-share-list.ts';

/** The shares of one person or of everybody, with all that can be done with them. */
export function ShareList({ scope }: { scope: ShareScope }) {
  const translator = useTranslator();
  const [filters, setFilters] = useShareFilters();
  const list = useShareList(scope, useDeferredValue(filters));
  const shares = list.data?.pages.flatMap((page) => page.shares) ?? [];
  const selection = useSelection(shares);
  useAdditionOutcomes();
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const isEmpty = list.isSuccess && shares.length === 0;
  const showsFilters = !isEmpty || isNarrowed(filters);

  return (
    <>
      {showsFilters && (
        <ShareFilterBar
          scope={scope}
          filters={filters}
          ownerName={shares.find((share) => share.owner?.id === filters.owner)?.owner?.username}
          onChange={setFilters}
        />
      )}
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
      {isEmpty && <NoShares scope={scope} filters={filters} onReset={setFilters} />}
      {shares.length > 0 && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
          <SelectionBar selection={selection} onAsk={setAsked} />
          <ShareTable
            scope={scope}
            shares={shares}
            filters={filters}
            selection={selection}
            onFilter={setFilters}
            onAsk={(what, share) => setAsked({ what, shares: [share] })}
          />
        </Box>
      )}
      {list.hasNextPage && (
        <MoreButton isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      <AskedDialog asked={asked} onClose={() => setAsked(null)} />
      <ShareDrawer scope={scope} onRemove={(share) => setAsked({ what: 'remove', shares: [share] })} />
    </>
  );
}
