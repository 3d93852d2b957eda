import * as z from 'zod/mini';
import { CreateShare, type UpdateShare } from '#sdk/contract/shares/inputs.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { type CommandInput, defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { findOwnShares, type OwnShare } from '../../find/own-shares.ts';
import { changeOneByOne } from '../../find/targets.ts';
import { forTerminal } from '../../io/output.ts';
import { NumberOrNone } from '../../options/amounts.ts';
import { Expires } from '../../options/expires.ts';
import { removablePasswordOptions, wantedPassword } from '../../options/passwords.ts';
import { Addresses, changeRecipients } from '../../options/recipients.ts';
import { chooseSharePassword } from '../../options/share.ts';

const EditOptions = z.strictObject({
  name: CreateShare.shape.name.check(z.meta({ text: 'edit_name' })),
  description: CreateShare.shape.description.check(z.meta({ text: 'edit_description' })),
  expires: z.optional(Expires).check(z.meta({ value: '1d', field: 'expiration', text: 'edit_expires' })),
  maxViews: z.optional(NumberOrNone).check(z.meta({ value: 'N|none', text: 'edit_max_views' })),
  to: z.optional(Addresses).check(z.meta({ value: 'EMAIL', field: 'recipients', text: 'edit_to' })),
  notTo: z.optional(Addresses).check(z.meta({ value: 'EMAIL' })),
  ...removablePasswordOptions,
});
type EditOptions = CommandInput<typeof EditOptions>['options'];

export const edit = defineCommand({
  args: [{ name: 'share', required: true, variadic: true }],
  options: EditOptions,
  async run(context, { args, options }) {
    const wanted = wantedPassword(options);
    const password = wanted && (await chooseSharePassword(context, wanted));
    const changes = toChanges(options, password === null ? null : password.value);
    if (Object.keys(changes).length === 0 && !options.to && !options.notTo) {
      throw new CliError({
        exit: 'usage',
        key: 'cli.errors.nothing_to_change',
        params: { command: 'share edit' },
      });
    }
    const targets = await findOwnShares(context, args);
    const made = password?.generated ? { password: password.value } : {};
    let isTold = false;
    const shares = await changeOneByOne(context, targets, {
      change: async (target) => {
        const share = await apply(context, target, { changes, options });
        // Before the next one, which may fail: nobody else knows it.
        if (!isTold) password?.tell();
        isTold = true;
        return share;
      },
      partly: 'cli.errors.partly_changed',
      detailsOf: (done) => ({ shares: done, ...made }),
    });
    return { shares, ...made };
  },
  view: ({ shares }) => shares.map(({ url }) => url),
});

/** Converts the options to changes. An empty text removes a name or description. */
function toChanges(options: EditOptions, password: string | null | undefined): UpdateShare {
  const { name, description, expires, maxViews } = options;
  return {
    ...(name === undefined ? {} : { name: name || null }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(expires === undefined ? {} : { expiration: expires }),
    ...(maxViews === undefined ? {} : { maxViews }),
    ...(password === undefined ? {} : { password }),
  };
}

async function apply(
  { output, translator }: Context,
  { client, id, share: before }: OwnShare,
  { changes, options: { to, notTo } }: { changes: UpdateShare; options: EditOptions },
): Promise<ShareDetails> {
  const params = { id };
  const body = { ...changes };
  if (to || notTo) {
    const { recipients } = before ?? (await client.shares.getOwned({ params }));
    body.recipients = changeRecipients(recipients, { to, notTo });
  }
  const share = await client.shares.update({ params, body });
  output.note(translator.t('cli.share.changed', { name: forTerminal(share.name ?? share.id) }));
  return share;
}
