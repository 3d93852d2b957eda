import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { passwordOptions } from '../../options/passwords.ts';
import { chooseSharePassword, shareOptions, toCreateShare } from '../../options/share.ts';
import { connect } from '../../server/connect.ts';

export const create = defineCommand({
  options: z.strictObject({ ...shareOptions, ...passwordOptions }),
  async run(context, { options }) {
    const { client } = await connect(context);
    const password = await chooseSharePassword(context, options);
    const body = toCreateShare(options, password.value);
    const { share, uploadToken } = await client.shares.create({ body });
    password.tell();
    context.output.note(context.translator.t('cli.share.created'));
    return { share, uploadToken, ...(password.generated ? { password: password.value } : {}) };
  },
  view: ({ share }) => [share.url],
});
