import Box from '@mui/material/Box';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { tableStyle } from '../../ui/table-style.ts';
import { UserRow } from './UserRow.tsx';
import type { UserAction } from './use-users.ts';

interface Props {
  users: readonly ManagedUser[];
  onAsk(user: ManagedUser, what: UserAction | 'edit'): void;
}

const columns: readonly { label: MessageKey; isNumeric?: boolean }[] = [
  { label: 'web.admin.users.columnUser' },
  { label: 'web.admin.users.columnStatus' },
  { label: 'web.admin.users.columnTotp' },
  { label: 'web.admin.users.columnShares', isNumeric: true },
  { label: 'web.admin.users.columnStorage', isNumeric: true },
  { label: 'web.admin.users.columnLastSignIn' },
];

export function UserTable({ users, onAsk }: Props) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" sx={tableStyle}>
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
        {users.map((user) => (
          <UserRow key={user.id} user={user} onAsk={(what) => onAsk(user, what)} />
        ))}
      </Box>
    </Box>
  );
}
