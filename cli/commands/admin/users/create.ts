import * as z from 'zod/mini';
import { CreateUser } from '#sdk/contract/users.js';
import { defineCommand } from '../../../command.ts';
import { withHint } from '../../../errors/with-hint.ts';
import { Quota } from '../../../options/amounts.ts';
import { chooseUserPassword, userPasswordOptions } from '../../../options/passwords.ts';
import { readArguments } from '../../../options/read.ts';
import { connect } from '../../../server/connect.ts';

const Names = z.pick(CreateUser, { username: true, email: true });

export const create = defineCommand({
  args: [
    { name: 'username', required: true },
    { name: 'email', required: true },
  ],
  options: z.strictObject({
    admin: z._default(z.boolean(), false).check(z.meta({ field: 'isAdmin' })),
    quota: z.optional(Quota),
    ...userPasswordOptions,
  }),
  async run(context, { args: [username, email], options }) {
    const { output, translator } = context;
    const { admin, quota } = options;
    const names = readArguments(translator, Names, { username, email });
    const { client } = await connect(context);
    const password = await chooseUserPassword(context, options, names.username);
    const creating = client.users.create({
      body: {
        ...names,
        isAdmin: admin,
        ...(quota === undefined ? {} : { quota }),
        ...(password.value === undefined ? {} : { password: password.value }),
      },
    });
    const user = await withHint(creating, 'mail_disabled', { key: 'cli.hints.invitation_needs_mail' });
    password.tell();
    if (password.value === undefined) output.note(translator.t('cli.users.invited', { email: names.email }));
    return { user, ...(password.generated ? { password: password.value } : {}) };
  },
  view: ({ user }) => [user.id],
});
