import * as z from 'zod/mini';
import { users as endpoints, type ManagedUser } from '#sdk/contract/users.js';
import { formatBytes, formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { listUsers } from '../../../find/user.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { alignColumns } from '../../../ui/columns.ts';

export const list = defineCommand({
  options: z.strictObject({
    search: endpoints.list.query.shape.search.check(z.meta({ text: 'search_users' })),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 50),
  }),
  async run(context, { options }) {
    const { client } = await connect(context);
    const users: ManagedUser[] = [];
    for await (const user of listUsers(client, options)) users.push(user);
    if (users.length === 0) context.output.note(context.translator.t('cli.users.none'));
    return { users };
  },
  view: ({ users }, context) =>
    context.streams.stdout.isTTY ? tableOf(users, context) : users.map(toTabbedLine),
});

function tableOf(users: readonly ManagedUser[], context: Context): string[] {
  if (users.length === 0) return [];
  const { t, locale } = context.translator;
  const columns = [
    'username',
    'email',
    'role',
    'state',
    'shares',
    'size',
    'quota',
    'last_sign_in',
    'providers',
  ] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = users.map((user) => [
    forTerminal(user.username),
    forTerminal(user.email),
    t(user.isAdmin ? 'cli.users.admin' : 'cli.users.user'),
    t(`cli.users.states.${stateOf(user)}`),
    formatNumber(locale, user.shares),
    formatBytes(locale, user.size),
    describeQuota(user, context),
    user.lastSignInAt === null ? t('cli.never') : formatDateTime(locale, user.lastSignInAt),
    user.providers.map((provider) => t(`oauth.providers.${provider}`)).join(', '),
  ]);
  return alignColumns([head, ...rows], new Set([4, 5, 6]));
}

/** For pipes: id, user name, e-mail address, role, state, shares, bytes, quota, last sign-in, linked providers. */
function toTabbedLine(user: ManagedUser): string {
  const { id, username, email, isAdmin, shares, size, quota, lastSignInAt, providers } = user;
  return [
    id,
    forTerminal(username),
    forTerminal(email),
    isAdmin ? 'admin' : 'user',
    stateOf(user),
    shares,
    size,
    quota === 0 ? 'none' : (quota ?? 'default'),
    lastSignInAt ?? 'never',
    providers.join(',') || 'none',
  ].join('\t');
}

/** Invited: there is no way in yet. */
function stateOf({ isDisabled, hasPassword, providers }: ManagedUser): 'disabled' | 'invited' | 'active' {
  if (isDisabled) return 'disabled';
  return hasPassword || providers.length > 0 ? 'active' : 'invited';
}

function describeQuota({ quota }: ManagedUser, { translator: { t, locale } }: Context): string {
  if (quota === null) return t('cli.users.quota_default');
  return quota === 0 ? t('cli.users.quota_none') : formatBytes(locale, quota);
}
