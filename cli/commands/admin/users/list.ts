import * as z from 'zod/mini';
import { users as endpoints, type ManagedUser } from '#sdk/contract/users.js';
import { formatBytes, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { listUsers } from '../../../find/user.ts';
import { forTerminal } from '../../../io/output.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<ManagedUser>[] = [
  { name: 'id', rawOf: ({ id }) => id },
  {
    name: 'username',
    rawOf: ({ username }) => forTerminal(username),
    cellOf: ({ username }) => forTerminal(username),
    leastWidth: 16,
  },
  {
    name: 'email',
    rawOf: ({ email }) => forTerminal(email),
    cellOf: ({ email }) => forTerminal(email),
    rank: 1,
    leastWidth: 16,
  },
  {
    name: 'role',
    rawOf: ({ isAdmin }) => (isAdmin ? 'admin' : 'user'),
    cellOf: ({ isAdmin }, { translator: { t } }) => t(isAdmin ? 'cli.users.admin' : 'cli.users.user'),
    rank: 3,
  },
  {
    name: 'state',
    rawOf: stateOf,
    cellOf: (user, { translator: { t } }) => t(`cli.users.states.${stateOf(user)}`),
    rank: 2,
  },
  {
    name: 'shares',
    rawOf: ({ shares }) => shares,
    cellOf: ({ shares }, { translator: { locale } }) => formatNumber(locale, shares),
    isNumber: true,
    rank: 7,
  },
  {
    name: 'size',
    rawOf: ({ size }) => size,
    cellOf: ({ size }, { translator: { locale } }) => formatBytes(locale, size),
    isNumber: true,
    rank: 4,
  },
  {
    name: 'quota',
    rawOf: ({ quota }) => (quota === 0 ? 'none' : (quota ?? 'default')),
    cellOf: describeQuota,
    isNumber: true,
    rank: 6,
  },
  {
    name: 'last_sign_in',
    rawOf: ({ lastSignInAt }) => lastSignInAt ?? 'never',
    cellOf: ({ lastSignInAt }, { translator: { t, locale } }) =>
      lastSignInAt === null ? t('cli.never') : formatDateTime(locale, lastSignInAt),
    rank: 5,
  },
  {
    name: 'providers',
    rawOf: ({ providers }) => providers.join(',') || 'none',
    cellOf: ({ providers }, { translator: { t } }) =>
      providers.map((provider) => t(`oauth.providers.${provider}`)).join(', '),
    rank: 8,
  },
];

export const list = defineCommand({
  options: z.strictObject({
    search: endpoints.list.query.shape.search.check(z.meta({ text: 'search_users' })),
    limit: Limit,
    columns: columnsOption(columns),
  }),
  async run(context, { options: { columns: _view, ...options } }) {
    const { client } = await connect(context);
    const users: ManagedUser[] = [];
    for await (const user of listUsers(client, options)) users.push(user);
    if (users.length === 0) context.output.note(context.translator.t('cli.users.none'));
    return { users };
  },
  view: ({ users }, context, options) => listLines(users, context, { columns, chosen: options?.columns }),
});

/** Invited: there is no way in yet. */
function stateOf({ isDisabled, hasPassword, providers }: ManagedUser): 'disabled' | 'invited' | 'active' {
  if (isDisabled) return 'disabled';
  return hasPassword || providers.length > 0 ? 'active' : 'invited';
}

function describeQuota({ quota }: ManagedUser, { translator: { t, locale } }: Context): string {
  if (quota === null) return t('cli.users.quota_default');
  return quota === 0 ? t('cli.users.quota_none') : formatBytes(locale, quota);
}
