import Box from '@mui/material/Box';
import type { Job } from '#sdk/contract/jobs.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { JobRow } from './JobRow.tsx';
import { useJobs } from './use-jobs.ts';

/** The jobs of the server, and their last results. */
export function JobsPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.jobs.title'));
  const list = useJobs();
  const jobs = list.data?.jobs ?? [];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={t('web.admin.jobs.title')} />
      <Box sx={{ maxWidth: '70ch', color: 'text.secondary' }}>{t('web.admin.jobs.intro')}</Box>
      <QueryStatus query={list} />
      {jobs.length > 0 && <JobTable jobs={jobs} />}
    </Box>
  );
}

const columns: readonly Column[] = [
  { label: 'web.admin.jobs.columnJob' },
  { label: 'web.admin.jobs.columnEvery' },
  { label: 'web.admin.jobs.columnLast' },
  { label: 'web.admin.jobs.columnResult' },
  { label: 'web.admin.jobs.columnNext' },
];

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <DataTable label="web.admin.jobs.title" columns={columns} lastColumn="web.share.columnActions">
      {jobs.map((job) => (
        <JobRow key={job.name} job={job} />
      ))}
    </DataTable>
  );
}
