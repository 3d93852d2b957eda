import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { audit } from '#sdk/contract/audit.js';
import { client } from '../../lib/sdk.ts';
import { type AuditFilters, toQuery } from './audit-filters.ts';

const pageSize = '50';

export function useAudit(filters: AuditFilters) {
  const query = toQuery(filters);
  return useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam }) =>
      client.audit.list({ query: { ...query, limit: pageSize, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Where the whole of what the filters let through can be downloaded. */
export function exportAddress(filters: AuditFilters): string {
  const query = new URLSearchParams(toQuery(filters));
  return `/api${audit.export.path}${query.size > 0 ? `?${query}` : ''}`;
}
