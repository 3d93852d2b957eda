import * as z from 'zod/mini';
import { CreateApiKey } from '#sdk/contract/api-keys.js';
import { formatDate } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { connect } from '../../connect.ts';
import { askPassword, currentPasswordOptions, readPassword } from '../../passwords.ts';
import { KeyExpires } from '../../time-spans.ts';

export const createKey = defineCommand({
  args: [{ name: 'name', required: true }],
  options: z.strictObject({
    scope: CreateApiKey.shape.scopes,
    expires: z.optional(KeyExpires),
    ...currentPasswordOptions,
  }),
  async run(context, { args: [name = ''], options }) {
    const { output, translator } = context;
    const { t, locale } = translator;
    const { client, server } = await connect(context);
    const question = t('cli.prompts.current_password', { server });
    const password =
      (await readPassword(context, { options, question })) ?? (await askPassword(context, { question }));
    const scopes = [...new Set(options.scope)];
    const expires = typeof options.expires === 'number' ? { expiresInDays: options.expires } : {};
    const created = await client.apiKeys.create({ body: { name, scopes, password, ...expires } });
    const { expiresAt } = created.apiKey;
    output.note(
      expiresAt === null
        ? t('cli.key.created')
        : t('cli.key.created_until', { date: formatDate(locale, expiresAt) }),
    );
    return created;
  },
  view: ({ secret }) => [secret],
});
