import * as z from 'zod/mini';
import { users as endpoints, type ManagedUser } from '#sdk/contract/users.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { listUsers } from '../../../find/user.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { codeColumn, countColumn, sizeColumn, textColumn, timeColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<ManagedUser>[] = [
  { name: 'id', rawOf: ({ id }) => id },
  textColumn('username', ({ username }) => username, { leastWidth: 16 }),
  textColumn('email', ({ email }) => email, { rank: 1, leastWidth: 16 }),
  codeColumn('role', ({ isAdmin }) => (isAdmin ? 'admin' : 'user'), {
    keyOf: (role) => (role === 'admin' ? 'cli.users.admin' : 'cli.users.user'),
    rank: 3,
  }),
  codeColumn('state', stateOf, { keyOf: (state) => `cli.users.states.${state}`, rank: 2 }),
  countColumn('shares', ({ shares }) => shares, { rank: 7 }),
  sizeColumn('size', ({ size }) => size, { rank: 4 }),
  {
    name: 'quota',
    rawOf: ({ quota }) => (quota === 0 ? 'none' : (quota ?? 'default')),
    cellOf: describeQuota,
    isNumber: true,
    rank: 6,
  },
  timeColumn('last_sign_in', ({ lastSignInAt }) => lastSignInAt, { rank: 5 }),
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
