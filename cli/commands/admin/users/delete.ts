import * as z from 'zod/mini';
import type { ManagedUser } from '#sdk/contract/users.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { findUser } from '../../../find/user.ts';
import { confirmAction } from '../../../io/confirm.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';

export const deleteUsers = defineCommand({
  args: [{ name: 'user', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const { client } = await connect(context);
    const users = new Map<string, ManagedUser>();
    for (const reference of args) {
      const user = await findUser(client, reference);
      users.set(user.id, user);
    }
    if (!options.yes) await confirm(context, [...users.values()]);
    for (const { id, username } of users.values()) {
      await client.users.remove({ params: { id } });
      // Reported one by one, so that if a later one is refused, it is clear who has been deleted.
      context.output.note(context.translator.t('cli.users.deleted', { username: forTerminal(username) }));
    }
    return { deleted: [...users.keys()] };
  },
  view: ({ deleted }) => deleted,
});

async function confirm(context: Context, users: readonly ManagedUser[]): Promise<void> {
  const { t } = context.translator;
  const consequences = users.map((user) => describeDeletion(user, context));
  await confirmAction(context, {
    consequences,
    question: t('cli.prompts.delete_users', { count: users.length }),
  });
}

function describeDeletion(user: ManagedUser, { translator: { t, locale } }: Context): string {
  return t('cli.users.consequence', {
    username: forTerminal(user.username),
    email: forTerminal(user.email),
    count: user.shares,
    size: formatBytes(locale, user.size),
  });
}
