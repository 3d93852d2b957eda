import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Download as downloadIcon } from 'lucide';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type AuditEntry, audit } from '#sdk/contract/audit.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { usePagedQuery } from '../../lib/paged-query.ts';
import { client } from '../../lib/sdk.ts';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { listScreen } from '../../ui/lists/table-style.ts';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditRow } from './AuditRow.tsx';
import { type AuditFilters, noFilters, resultFilters, toQuery } from './audit-filters.ts';

/** The audit log of this instance, newest first. */
export function AuditPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.audit.title'));
  const [filters, setFilters] = useFilters();
  const log = useAudit(useDeferredValue(filters));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={t('web.admin.audit.title')}>
        <Button
          component="a"
          href={exportAddress(filters)}
          download
          variant="outlined"
          startIcon={<Icon icon={downloadIcon} size={20} />}
        >
          {t('web.admin.audit.export')}
        </Button>
      </PageHeader>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      <QueryStatus query={log} />
      {log.isSuccess && entries.length === 0 && <p>{t('web.admin.audit.noneFound')}</p>}
      {entries.length > 0 && <AuditTable entries={entries} />}
      <MoreButton list={log} />
    </Box>
  );
}

function useAudit(filters: AuditFilters) {
  const query = toQuery(filters);
  return usePagedQuery({
    queryKey: ['audit', query],
    fetchPage: (page) => client.audit.list({ query: { ...query, ...page } }),
  });
}

/** The download of all entries that match the filters. */
function exportAddress(filters: AuditFilters): string {
  const query = new URLSearchParams(toQuery(filters));
  return `/api${audit.export.path}${query.size > 0 ? `?${query}` : ''}`;
}

/** The filters, which are also in the address: a reload or the back button restores them. */
function useFilters(): [filters: AuditFilters, setFilters: (filters: AuditFilters) => void] {
  const [params, setParams] = useSearchParams();
  // The address is updated after typing, so the fields have their own state.
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

const columns: readonly Column[] = [
  { label: 'web.admin.audit.columnAction' },
  { label: 'web.admin.audit.columnTime' },
  { label: 'web.admin.audit.columnActor' },
  { label: 'web.admin.audit.columnSubject' },
  { label: 'web.admin.audit.columnResult' },
  { label: 'web.admin.audit.columnAddress' },
];

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <DataTable
      label="web.admin.audit.title"
      columns={columns}
      lastColumn="web.admin.audit.columnDetails"
      sx={openRowStyle}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </DataTable>
  );
}

/** The details belong to the row above: there is no line between them. */
const openRowStyle = {
  '& tr[data-details] td[data-name]': { borderTop: 0, pt: { md: 1 }, pb: { md: 2.5 } },
  '& tbody tr[data-details]:hover': { bgcolor: 'transparent' },
  [listScreen]: {
    '& tbody tr + tr[data-details]': { borderTop: 0, minHeight: 0, pb: 1.5, pr: 1.75 },
  },
} as const;
