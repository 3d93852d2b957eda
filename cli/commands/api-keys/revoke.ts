import * as z from 'zod/mini';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { AppError } from '#sdk/contract/errors.js';
import { formatDateTime } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { changeOneByOne, findTargets } from '../../find/targets.ts';
import { confirmAction } from '../../io/confirm.ts';
import { forTerminal } from '../../io/output.ts';
import { connect } from '../../server/connect.ts';

export const revokeKeys = defineCommand({
  args: [{ name: 'key', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const { client } = await connect(context);
    const all = await client.apiKeys.list();
    const targets = await findTargets(args, {
      find: async (reference) => findKey(all, reference),
      keyOf: ({ id }) => id,
    });
    if (!options.yes)
      await confirm(
        context,
        targets.map(({ value }) => value),
      );
    const revoked = await changeOneByOne(context, targets, {
      change: async ({ id }) => {
        await client.apiKeys.revoke({ params: { id } });
        return id;
      },
      partly: 'cli.errors.partly_revoked',
      detailsOf: (done) => ({ revoked: done }),
    });
    return { revoked };
  },
  view: ({ revoked }) => revoked,
});

/** By id, or by a name that only one key has. */
function findKey(all: readonly ApiKey[], reference: string): ApiKey {
  const byId = all.find(({ id }) => id === reference);
  if (byId) return byId;
  const [only, ...others] = all.filter(({ name }) => name === reference);
  if (!only) throw new AppError('api_key_not_found');
  if (others.length === 0) return only;
  const ids = [only, ...others].map(({ id }) => id);
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.key_ambiguous',
    params: { name: reference },
    hint: { key: 'cli.hints.key_ambiguous' },
    details: { ids },
  });
}

async function confirm(context: Context, chosen: readonly ApiKey[]): Promise<void> {
  const { t } = context.translator;
  const consequences = chosen.map((key) => describeKey(key, context));
  await confirmAction(context, { consequences, question: t('cli.prompts.revoke', { count: chosen.length }) });
}

function describeKey({ name, id, lastUsedAt }: ApiKey, { translator: { t, locale } }: Context): string {
  const time = lastUsedAt === null ? t('cli.never') : formatDateTime(locale, lastUsedAt);
  return t('cli.key.consequence', { name: forTerminal(name), id, time });
}
