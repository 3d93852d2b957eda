import type { shareSorts } from '#sdk/contract/shares/inputs.js';

export type ShareSort = (typeof shareSorts)[number];

/** Which shares are shown; `received` ones were sent through a reverse share. */
export const shareViews = ['all', 'active', 'draft', 'expired', 'received'] as const;
export type ShareView = (typeof shareViews)[number];

export interface ShareFilters {
  search: string;
  view: ShareView;
  sort: ShareSort;
  isDescending: boolean;
  /** ID of an account; only administrators see the shares of others. */
  owner: string;
}

export const noFilters: ShareFilters = {
  search: '',
  view: 'all',
  sort: 'createdAt',
  isDescending: true,
  owner: '',
};

/** Whether the list is filtered; sorting does not matter. */
export function isNarrowed({ search, view, owner }: ShareFilters): boolean {
  return search.trim() !== '' || view !== 'all' || owner !== '';
}

/** The query that both lists have in common. */
export function toListQuery({ search, view, sort, isDescending }: ShareFilters) {
  const text = search.trim();
  return {
    sort,
    order: isDescending ? 'desc' : 'asc',
    ...(text !== '' && { search: text }),
    ...(view === 'received' && { received: 'true' as const }),
    ...(view !== 'all' && view !== 'received' && { state: view }),
  } as const;
}

/** Names are sorted from A to Z; everything else from the newest or largest. */
export function sortBy(filters: ShareFilters, sort: ShareSort): ShareFilters {
  const isSame = filters.sort === sort;
  return { ...filters, sort, isDescending: isSame ? !filters.isDescending : sort !== 'name' };
}
