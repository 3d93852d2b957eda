import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { HintedError } from '../errors.ts';

export const whoami = defineCommand({
  options: z.strictObject({}),
  async run(context) {
    const { server, client } = await connect(context);
    const user = await client.users.me();
    if (!user) {
      throw new HintedError(new AppError('sign_in_required'), { key: 'cli.hints.login', params: { server } });
    }
    const { id, username, email, isAdmin } = user;
    return { server, user: { id, username, email, isAdmin } };
  },
  view: ({ user }) => [user.username],
});
