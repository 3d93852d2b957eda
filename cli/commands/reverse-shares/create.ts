import * as z from 'zod/mini';
import type { CreateReverseShare } from '#sdk/contract/reverse-shares.js';
import { defineCommand } from '../../command.ts';
import { passwordOptions } from '../../options/passwords.ts';
import {
  chooseReverseSharePassword,
  explainNotify,
  reverseShareOptions,
  toReverseShareFields,
} from '../../options/reverse-share.ts';
import { connect } from '../../server/connect.ts';

export const create = defineCommand({
  options: z.strictObject({ ...reverseShareOptions, ...passwordOptions }),
  async run(context, { options }) {
    const { client } = await connect(context);
    const password = await chooseReverseSharePassword(context, options);
    const given = { ...toReverseShareFields(options), ...(password.value && { password: password.value }) };
    const reverseShare = await explainNotify(client.reverseShares.create({ body: withoutNull(given) }));
    password.tell();
    return { reverseShare, ...(password.generated ? { password: password.value } : {}) };
  },
  view: ({ reverseShare }) => [reverseShare.url],
});

type Given = ReturnType<typeof toReverseShareFields> & { password?: string };

/** Drops null values, because a new reverse share has nothing to remove. */
function withoutNull({ name, description, maxShareSize, maxUses, ...fields }: Given): CreateReverseShare {
  return {
    ...fields,
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
    ...(maxShareSize ? { maxShareSize } : {}),
    ...(maxUses ? { maxUses } : {}),
  };
}
