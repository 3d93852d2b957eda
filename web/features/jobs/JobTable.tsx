import type { Job } from '#sdk/contract/jobs.js';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { JobRow } from './JobRow.tsx';

const columns: readonly Column[] = [
  { label: 'web.admin.jobs.columnJob' },
  { label: 'web.admin.jobs.columnEvery' },
  { label: 'web.admin.jobs.columnLast' },
  { label: 'web.admin.jobs.columnResult' },
  { label: 'web.admin.jobs.columnNext' },
];

export function JobTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <DataTable label="web.admin.jobs.title" columns={columns} lastColumn="web.share.columnActions">
      {jobs.map((job) => (
        <JobRow key={job.name} job={job} />
      ))}
    </DataTable>
  );
}
