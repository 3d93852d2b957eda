import * as z from 'zod/mini';
import { CreateApiKey } from '#sdk/contract/api-keys.js';
import { formatDate } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { currentPasswordOptions, readCurrentPassword } from '../../options/passwords.ts';
import { KeyExpires } from '../../options/time-spans.ts';
import { connect } from '../../server/connect.ts';

export const createKey = defineCommand({
  args: [{ name: 'name', required: true }],
  options: z.strictObject({
    scope: CreateApiKey.shape.scopes.check(z.meta({ field: 'scopes' })),
    expires: z.optional(KeyExpires).check(z.meta({ field: 'expiresInDays' })),
    ...currentPasswordOptions,
  }),
  async run(context, { args: [name = ''], options }) {
    const { output, translator } = context;
    const { t, locale } = translator;
    const connection = await connect(context);
    const password = await readCurrentPassword(context, connection, options);
    const scopes = [...new Set(options.scope)];
    const expires = typeof options.expires === 'number' ? { expiresInDays: options.expires } : {};
    const body = { name, scopes, ...(password === undefined ? {} : { password }), ...expires };
    const created = await connection.client.apiKeys.create({ body });
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
