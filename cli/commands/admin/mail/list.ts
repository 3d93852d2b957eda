import * as z from 'zod/mini';
import { mails as endpoints, type Mail } from '#sdk/contract/mails.js';
import { formatDateTime, formatNumber } from '#sdk/i18n/format.js';
import { collect, paginate } from '#sdk/index.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { forTerminal } from '../../../io/output.ts';
import { Limit } from '../../../options/amounts.ts';
import { connect } from '../../../server/connect.ts';
import { alignColumns } from '../../../ui/columns.ts';

const { state, search } = endpoints.list.query.shape;

export const list = defineCommand({
  options: z.strictObject({
    state: state.check(z.meta({ text: 'mail_state' })),
    search: search.check(z.meta({ text: 'search_mails' })),
    limit: Limit,
  }),
  async run(context, { options: { limit, ...filter } }) {
    const { client } = await connect(context);
    const mails = await collect(
      paginate('mails', (page) => client.mails.list({ query: { ...filter, ...page } }), { limit }),
    );
    if (mails.length === 0) context.output.note(context.translator.t('cli.mails.none'));
    return { mails };
  },
  view: ({ mails }, context) =>
    context.streams.stdout.isTTY ? tableOf(mails, context) : mails.map(toTabbedLine),
});

/** For people; the mail server's message is last, because its width is not known. */
function tableOf(mails: readonly Mail[], { translator: { t, locale } }: Context): string[] {
  if (mails.length === 0) return [];
  const columns = ['created', 'state', 'recipient', 'about', 'attempts', 'problem'] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = mails.map((mail) => [
    formatDateTime(locale, mail.createdAt),
    t(`cli.mails.states.${mail.state}`),
    forTerminal(mail.recipient),
    mail.kind,
    formatNumber(locale, mail.attempts),
    forTerminal(mail.problem ?? ''),
  ]);
  return alignColumns([head, ...rows], new Set([4]));
}

/** For pipes: id, creation, state, recipient, kind, failed attempts, sent, next try, problem. */
function toTabbedLine(mail: Mail): string {
  const { id, createdAt, recipient, kind, attempts, sentAt, nextTryAt, problem } = mail;
  const fields = [
    id,
    createdAt,
    mail.state,
    forTerminal(recipient),
    kind,
    attempts,
    sentAt ?? '',
    nextTryAt ?? '',
  ];
  return [...fields, forTerminal(problem ?? '')].join('\t');
}
