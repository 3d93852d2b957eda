import Box from '@mui/material/Box';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { tableStyle } from '../../ui/table-style.ts';
import { ReverseShareRow } from './ReverseShareRow.tsx';

const columns: readonly { label: MessageKey; isNumeric?: boolean }[] = [
  { label: 'web.reverseShares.columnName' },
  { label: 'web.reverseShares.columnState' },
  { label: 'web.reverseShares.columnReceived', isNumeric: true },
  { label: 'web.reverseShares.columnUses', isNumeric: true },
  { label: 'web.reverseShares.columnEnds' },
];

/** A table on wide screens; on a phone each row becomes a card. */
export function ReverseShareTable({ reverseShares }: { reverseShares: readonly ReverseShare[] }) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" aria-label={t('web.reverseShares.title')} sx={tableStyle}>
      <Box component="thead" role="rowgroup">
        <tr role="row">
          {columns.map(({ label, isNumeric }) => (
            <th key={label} role="columnheader" scope="col" data-numeric={isNumeric}>
              {t(label)}
            </th>
          ))}
          <th role="columnheader" scope="col" aria-label={t('web.share.columnActions')} />
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {reverseShares.map((reverseShare) => (
          <ReverseShareRow key={reverseShare.id} reverseShare={reverseShare} />
        ))}
      </Box>
    </Box>
  );
}
