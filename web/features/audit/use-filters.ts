import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type AuditFilters, noFilters, resultFilters } from './audit-filters.ts';

/** The filters, kept in the address too: a reload or the way back brings them again. */
export function useFilters(): [filters: AuditFilters, setFilters: (filters: AuditFilters) => void] {
  const [params, setParams] = useSearchParams();
  // The address follows later than what is typed, so the fields have a state of their own.
  const [filters, setFilters] = useState(() => readFilters(params));
  const change = (wanted: AuditFilters) => {
    setFilters(wanted);
    const given = Object.entries(wanted).filter(([, value]) => value !== '');
    setParams(Object.fromEntries<string>(given), { replace: true });
  };
  return [filters, change];
}

function readFilters(params: URLSearchParams): AuditFilters {
  const read = (name: keyof AuditFilters) => params.get(name) ?? noFilters[name];
  return {
    action: read('action'),
    result: resultFilters.find((result) => result === read('result')) ?? '',
    search: read('search'),
    from: read('from'),
    to: read('to'),
  };
}
