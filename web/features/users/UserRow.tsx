import Box from '@mui/material/Box';
import type { ManagedUser } from '#sdk/contract/users.js';
import { useConfig } from '../../lib/config.tsx';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useCurrentUser } from '../../lib/session.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { UserMenu } from './UserMenu.tsx';
import type { UserAction } from './use-users.ts';
import { statusOf } from './user-status.ts';

interface Props {
  user: ManagedUser;
  onAsk(what: UserAction | 'edit'): void;
}

export function UserRow({ user, onAsk }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const storage = useStorage(user);
  const isMe = useCurrentUser()?.id === user.id;
  const status = statusOf(user);
  const cell = (label: string) => ({ role: 'cell', 'data-label': label });
  return (
    <tr role="row">
      <td {...cell(t('web.admin.users.columnUser'))} data-full>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {user.username}
          </Box>
          {user.isAdmin && <Badge>{t('web.admin.users.isAdmin')}</Badge>}
          {isMe && <Badge>{t('web.admin.users.isMe')}</Badge>}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {user.email}
        </Box>
        {user.providers.length > 0 && <Providers providers={user.providers} />}
      </td>
      <td {...cell(t('web.admin.users.columnStatus'))}>
        <StateMark color={status.color}>{t(status.label)}</StateMark>
      </td>
      <td {...cell(t('web.admin.users.columnTotp'))}>
        {t(user.totpEnabled ? 'web.admin.users.totpOn' : 'web.admin.users.totpOff')}
      </td>
      <td {...cell(t('web.admin.users.columnShares'))} data-numeric>
        {format.number(user.shares)}
      </td>
      <td {...cell(t('web.admin.users.columnStorage'))} data-numeric>
        {storage}
      </td>
      <td
        {...cell(t('web.admin.users.columnLastSignIn'))}
        title={user.lastSignInAt === null ? undefined : format.dateTime(user.lastSignInAt)}
      >
        {user.lastSignInAt === null ? t('web.admin.users.neverSignedIn') : format.relative(user.lastSignInAt)}
      </td>
      <td role="cell" data-corner>
        <UserMenu user={user} onAsk={onAsk} />
      </td>
    </tr>
  );
}

function Providers({ providers }: Pick<ManagedUser, 'providers'>) {
  const { t, locale } = useTranslator();
  const names = providers.map((provider) => t(`oauth.providers.${provider}`));
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
      {t('web.admin.users.linked', {
        providers: new Intl.ListFormat(locale, { type: 'unit' }).format(names),
      })}
    </Box>
  );
}

/** What is used, and of how much when there is a limit. */
function useStorage(user: ManagedUser): string {
  const { t } = useTranslator();
  const format = useFormat();
  const usual = useConfig()('share.userQuota');
  const quota = user.quota ?? usual;
  const size = format.bytes(user.size);
  return quota === 0 ? size : t('web.admin.users.storageOf', { size, quota: format.bytes(quota) });
}
