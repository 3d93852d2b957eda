import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Upload as uploadIcon } from 'lucide';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link, NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { shareSorts } from '#sdk/contract/shares/inputs.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/RowsSkeleton.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { ActionDialog, type RequestedAction } from './ActionDialog.tsx';
import { watchAppends } from './append-uploads.ts';
import { ShareDrawer } from './details/ShareDrawer.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { ShareFilterBar } from './ShareFilterBar.tsx';
import { ShareTable } from './ShareTable.tsx';
import { isNarrowed, noFilters, type ShareFilters, shareViews } from './share-filters.ts';
import { useRefreshShares } from './share-queries.ts';
import { titleOf } from './title-of.ts';
import { useSelection } from './use-selection.ts';
import { type ShareScope, useShareList } from './use-share-list.ts';

/** The shares of one person or of everybody, with all their actions. */
export function ShareList({ scope }: { scope: ShareScope }) {
  const [filters, setFilters] = useShareFilters();
  const list = useShareList(scope, useDeferredValue(filters));
  const shares = list.data?.pages.flatMap((page) => page.shares) ?? [];
  const selection = useSelection(shares);
  useAppendOutcomes();
  const [request, setRequest] = useState<RequestedAction | null>(null);
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
      <QueryStatus query={list} skeleton={<RowsSkeleton hasPrints />} />
      {isEmpty && <NoShares scope={scope} filters={filters} onReset={setFilters} />}
      {shares.length > 0 && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
          <SelectionBar selection={selection} onRequest={setRequest} />
          <ShareTable
            scope={scope}
            shares={shares}
            filters={filters}
            selection={selection}
            onFilter={setFilters}
            onAction={(action, share) => setRequest({ action, shares: [share] })}
          />
        </Box>
      )}
      <MoreButton list={list} />
      <ActionDialog request={request} onClose={() => setRequest(null)} />
      <ShareDrawer onRemove={(share) => setRequest({ action: 'remove', shares: [share] })} />
    </>
  );
}

/** Says that files have been appended, or that it was interrupted, whichever share is open. */
function useAppendOutcomes(): void {
  const translator = useTranslator();
  const { t } = translator;
  const { notify } = useNotifier();
  const refresh = useRefreshShares();
  useEffect(
    () =>
      watchAppends(({ session }) => {
        const { stage } = session.getSnapshot();
        if (stage.kind === 'done') {
          session.reset();
          notify(t('web.shares.filesAdded', { count: stage.result.files }), 'success');
          void refresh();
        }
        if (stage.kind === 'interrupted' && !announced.has(stage)) {
          announced.add(stage);
          notify(t('web.shares.addInterrupted', { name: titleOf(translator, stage.share) }), 'error');
          void refresh();
        }
      }),
    [notify, refresh, t, translator],
  );
}

/** Interruptions that have been announced. */
const announced = new WeakSet();

/** The filters, which are also in the address: a reload or the back button restores them. */
function useShareFilters(): [filters: ShareFilters, setFilters: (filters: ShareFilters) => void] {
  const [params, setParams] = useSearchParams();
  // The address is updated after typing, so the fields have their own state.
  const [filters, setFilters] = useState(() => readFilters(params));
  // Every change here replaces the address; any other navigation, such as a link, has its own filters.
  const { key } = useLocation();
  const isOwnChange = useNavigationType() === NavigationType.Replace;
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (!isOwnChange) setFilters(readFilters(params));
  }
  const change = (wanted: ShareFilters) => {
    setFilters(wanted);
    setParams((before) => writeFilters(before, wanted), { replace: true });
  };
  return [filters, change];
}

function readFilters(params: URLSearchParams): ShareFilters {
  return {
    search: params.get('search') ?? noFilters.search,
    view: shareViews.find((view) => view === params.get('show')) ?? noFilters.view,
    sort: shareSorts.find((sort) => sort === params.get('sort')) ?? noFilters.sort,
    isDescending: params.get('order') !== 'asc',
    owner: params.get('owner') ?? noFilters.owner,
  };
}

function writeFilters(before: URLSearchParams, filters: ShareFilters): URLSearchParams {
  const after = new URLSearchParams(before);
  const { search, view, sort, isDescending, owner } = filters;
  const order = isDescending ? 'desc' : 'asc';
  const given = { search, show: view, sort, order, owner };
  const usual = { search: '', show: noFilters.view, sort: noFilters.sort, order: 'desc', owner: '' };
  for (const [name, value] of Object.entries(given)) after.set(name, value);
  for (const [name, value] of Object.entries(usual)) if (after.get(name) === value) after.delete(name);
  return after;
}

interface Props {
  scope: ShareScope;
  filters: ShareFilters;
  onReset(filters: ShareFilters): void;
}

/** The reason why the list is empty, and what to do about it. */
function NoShares({ scope, filters, onReset }: Props) {
  const { t } = useTranslator();
  if (!isNarrowed(filters)) {
    return scope === 'mine' ? (
      <EmptyState icon={uploadIcon} title={t('web.shares.emptyTitle')} text={t('web.shares.emptyText')}>
        <Button component={Link} to={paths.upload} variant="contained" color="primary">
          {t('web.shares.emptyAction')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={uploadIcon}
        title={t('web.shares.emptyAllTitle')}
        text={t('web.shares.emptyAllText')}
      />
    );
  }
  const search = filters.search.trim();
  const text = search === '' ? t(`web.shares.noneOf.${filters.view}`) : t('web.shares.noneFound', { search });
  return (
    <EmptyState icon={uploadIcon} title={t('web.shares.noneTitle')} text={text}>
      <Button
        variant="outlined"
        onClick={() => onReset({ ...noFilters, sort: filters.sort, isDescending: filters.isDescending })}
      >
        {t('web.shares.showAll')}
      </Button>
    </EmptyState>
  );
}
