import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import { defineCommand } from '../../command.ts';
import { findProfile, type Profile } from '../../find/profile.ts';

export const use = defineCommand({
  args: [{ name: 'profile', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [name = ''] }): Promise<Profile> {
    const profile = await findProfile(context, name);
    await context.profiles.use(profile.server);
    const { t } = context.translator;
    context.output.note(t('cli.profile.used', { server: profile.server }));
    const variable = clientVariables.url;
    if (context.env[variable]) context.output.note(t('cli.profile.overridden', { variable }));
    return profile;
  },
});
