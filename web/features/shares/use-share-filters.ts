import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { shareSorts } from '#sdk/contract/share-inputs.js';
import { noFilters, type ShareFilters, shareViews } from './share-filters.ts';

/** The filters, kept in the address too: a reload or the way back brings them again. */
export function useShareFilters(): [filters: ShareFilters, setFilters: (filters: ShareFilters) => void] {
  const [params, setParams] = useSearchParams();
  // The address follows later than what is typed, so the fields have a state of their own.
  const [filters, setFilters] = useState(() => readFilters(params));
  // Every change here replaces the address; any other way to one, such as a link, brings filters of its own.
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
