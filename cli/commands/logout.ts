import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { connect } from '../server/connect.ts';
import { signOut } from '../server/sign-out.ts';

export const logout = defineCommand({
  options: z.strictObject({}),
  async run(context) {
    const { server } = await connect(context);
    await signOut(context, server);
    return { server };
  },
});
