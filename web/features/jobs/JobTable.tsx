import Box from '@mui/material/Box';
import type { Job } from '#sdk/contract/jobs.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { tableStyle } from '../../ui/table-style.ts';
import { JobRow } from './JobRow.tsx';

const columns: readonly MessageKey[] = [
  'web.admin.jobs.columnJob',
  'web.admin.jobs.columnEvery',
  'web.admin.jobs.columnLast',
  'web.admin.jobs.columnResult',
  'web.admin.jobs.columnNext',
];

export function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" aria-label={t('web.admin.jobs.title')} sx={tableStyle}>
      <Box component="thead" role="rowgroup">
        <tr role="row">
          {columns.map((label) => (
            <th key={label} role="columnheader" scope="col">
              {t(label)}
            </th>
          ))}
          <th role="columnheader" scope="col" aria-label={t('web.share.columnActions')} />
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </Box>
    </Box>
  );
}
