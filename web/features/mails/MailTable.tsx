import Box from '@mui/material/Box';
import type { Mail } from '#sdk/contract/mails.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { tableStyle } from '../../ui/table-style.ts';
import { MailRow } from './MailRow.tsx';

const columns: readonly { label: MessageKey; isNumeric?: boolean }[] = [
  { label: 'web.admin.mails.columnRecipient' },
  { label: 'web.admin.mails.columnKind' },
  { label: 'web.admin.mails.columnState' },
  { label: 'web.admin.mails.columnAttempts', isNumeric: true },
  { label: 'web.admin.mails.columnCreated' },
  { label: 'web.admin.mails.columnNext' },
];

export function MailTable({ mails }: { mails: readonly Mail[] }) {
  const { t } = useTranslator();
  return (
    <Box
      component="table"
      role="table"
      aria-label={t('web.admin.mails.title')}
      sx={[tableStyle, onPhoneStyle]}
    >
      <Box component="thead" role="rowgroup">
        <tr role="row">
          {columns.map(({ label, isNumeric }) => (
            <th key={label} role="columnheader" scope="col" data-numeric={isNumeric}>
              {t(label)}
            </th>
          ))}
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </Box>
    </Box>
  );
}

/** The last column is a value as all others, no place for buttons. */
const onPhoneStyle = {
  '@media (max-width: 899.95px)': { '& td:last-of-type': { display: 'contents' } },
} as const;
