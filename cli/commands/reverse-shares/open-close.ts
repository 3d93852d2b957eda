import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { type LocatedReverseShare, locateReverseShare } from '../../find/reverse-share.ts';
import { changeOneByOne, findTargets } from '../../find/targets.ts';
import { forTerminal } from '../../io/output.ts';

export const close = defineSwitch(true);

/** Takes files again; the link is the same. */
export const open = defineSwitch(false);

function defineSwitch(isClosed: boolean) {
  return defineCommand({
    args: [{ name: 'reverse_share', required: true, variadic: true }],
    options: z.strictObject({}),
    async run(context, { args }) {
      const targets = await findTargets(args, {
        find: (reference) => locateReverseShare(context, reference),
        keyOf: ({ server, reverseShare }) => `${server}/${reverseShare.id}`,
      });
      const reverseShares = await changeOneByOne(context, targets, {
        change: (target) => turn(context, target, isClosed),
        partly: 'cli.errors.partly_changed',
        detailsOf: (done) => ({ reverseShares: done }),
      });
      return { reverseShares };
    },
    view: ({ reverseShares }) => reverseShares.map(({ url }) => url),
  });
}

async function turn(context: Context, { client, reverseShare }: LocatedReverseShare, isClosed: boolean) {
  const changed = await client.reverseShares.update({ params: { id: reverseShare.id }, body: { isClosed } });
  const name = forTerminal(changed.name ?? changed.id);
  const { t } = context.translator;
  // A reopened one can still be used up or expired.
  const state = t(`cli.reverse_share.states.${changed.state}`);
  context.output.note(t('cli.reverse_share.now', { name, state }));
  return changed;
}
