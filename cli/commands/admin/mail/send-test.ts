import * as z from 'zod/mini';
import { Email } from '#sdk/contract/formats/primitives.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { defineCommand } from '../../../command.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';

export const testMail = defineCommand({
  args: [{ name: 'email', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [given = ''] }) {
    const email = readAddress(context.translator, given);
    const { client } = await connect(context);
    const { answer } = await client.configs.testEmail({ body: { email } });
    context.output.note(context.translator.t('cli.mails.tested', { email: forTerminal(email) }));
    return { email, answer };
  },
  view: ({ answer }) => [forTerminal(answer)],
});

function readAddress(translator: Translator, given: string): string {
  const { data, success } = Email.safeParse(given);
  if (success) return data;
  const problem = describeIssue(translator, { code: 'email' });
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.option_invalid',
    params: { option: forTerminal(given), problem },
  });
}
