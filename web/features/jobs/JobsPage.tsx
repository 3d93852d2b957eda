import Box from '@mui/material/Box';
import type { Job } from '#sdk/contract/jobs.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { TableSkeleton } from '../../ui/lists/TableSkeleton.tsx';
import { JobRow } from './JobRow.tsx';
import { useJobs } from './use-jobs.ts';

/** What the server does by itself, and how it went. */
export function JobsPage() {
  const translator = useTranslator();
  const { t } = translator;
  useDocumentTitle(t('web.admin.jobs.title'));
  const list = useJobs();
  const jobs = list.data?.jobs ?? [];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={t('web.admin.jobs.title')} />
      <Box sx={{ maxWidth: '70ch', color: 'text.secondary' }}>{t('web.admin.jobs.intro')}</Box>
      {list.isPending && <TableSkeleton />}
      {list.isError && <FormError>{describeError(translator, list.error)}</FormError>}
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
