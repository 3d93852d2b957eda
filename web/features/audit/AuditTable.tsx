import Box from '@mui/material/Box';
import type { AuditEntry } from '#sdk/contract/audit.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { tableStyle } from '../../ui/table-style.ts';
import { AuditRow } from './AuditRow.tsx';

const columns = [
  'web.admin.audit.columnAction',
  'web.admin.audit.columnTime',
  'web.admin.audit.columnActor',
  'web.admin.audit.columnSubject',
  'web.admin.audit.columnResult',
  'web.admin.audit.columnAddress',
] as const satisfies readonly MessageKey[];

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" sx={{ ...tableStyle, ...openRowStyle }}>
      <Box component="thead" role="rowgroup">
        <tr role="row">
          {columns.map((label) => (
            <th key={label} role="columnheader" scope="col">
              {t(label)}
            </th>
          ))}
          <th role="columnheader" scope="col" aria-label={t('web.admin.audit.columnDetails')} />
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </Box>
    </Box>
  );
}

/** The details belong to the row above: no line between them, and on a phone one card. */
const openRowStyle = {
  '& tbody tr[data-details]': { bgcolor: 'background.paper' },
  '& tr[data-details] td[data-full]': { borderTop: 0, pt: { md: 1 }, pb: { md: 2.5 } },
  '@media (max-width: 899.95px)': {
    ...tableStyle['@media (max-width: 899.95px)'],
    '& tbody tr[data-open=true]': { borderBottom: 0, borderBottomLeftRadius: 0, borderBottomRightRadius: 0 },
    '& tbody tr[data-details]': {
      mt: -1.5,
      pt: 0,
      borderTop: 0,
      borderTopLeftRadius: 0,
      borderTopRightRadius: 0,
    },
  },
} as const;
