import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { locateReverseShare } from '../../find/reverse-share.ts';
import { forTerminal } from '../../io/output.ts';
import { removablePasswordOptions, wantedPassword } from '../../options/passwords.ts';
import {
  chooseReverseSharePassword,
  explainNotify,
  reverseShareOptions,
  toReverseShareFields,
} from '../../options/reverse-share.ts';

export const edit = defineCommand({
  args: [{ name: 'reverse_share', required: true }],
  options: z.strictObject({ ...reverseShareOptions, ...removablePasswordOptions }),
  async run(context, { args: [reference = ''], options }) {
    const wanted = wantedPassword(options);
    const password = wanted && (await chooseReverseSharePassword(context, wanted));
    const value = password === null ? null : password.value;
    const body = { ...toReverseShareFields(options), ...(value === undefined ? {} : { password: value }) };
    if (Object.keys(body).length === 0) {
      const params = { command: 'reverse-share edit' };
      throw new CliError({ exit: 'usage', key: 'cli.errors.nothing_to_change', params });
    }
    const { client, reverseShare: before } = await locateReverseShare(context, reference);
    const reverseShare = await explainNotify(
      client.reverseShares.update({ params: { id: before.id }, body }),
    );
    password?.tell();
    const name = forTerminal(reverseShare.name ?? reverseShare.id);
    context.output.note(context.translator.t('cli.reverse_share.changed', { name }));
    return { reverseShare, ...(password?.generated ? { password: password.value } : {}) };
  },
  view: ({ reverseShare }) => [reverseShare.url],
});
