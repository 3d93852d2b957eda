import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { findProfile, type Profile } from '../../find/profile.ts';
import { signOut } from '../../server/sign-out.ts';

export const remove = defineCommand({
  args: [{ name: 'profile', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [name = ''] }): Promise<Profile> {
    const profile = await findProfile(context, name);
    await signOut(context, profile.server);
    return profile;
  },
});
