import * as z from 'zod/mini';
import { type CheckReport, type DoctorReport, isUnchecked } from '#sdk/contract/host/doctor.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { MessageParams, Translator } from '#sdk/i18n/translate.js';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { explainStart } from '../errors/explain-start.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';
import { refuseTogether } from '../options/exclusive.ts';
import type { ProbeCheck, ProbeReport } from '../probe/probe.ts';
import { isPrivate, redactReport } from '../report/redact-report.ts';

export const doctor = defineCommand({
  options: z.strictObject({
    fix: z._default(z.boolean(), false),
    dryRun: z._default(z.boolean(), false),
    setAsideUnknown: z._default(z.boolean(), false),
    deep: z._default(z.boolean(), false),
    report: z._default(z.boolean(), false),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  }),
  async run(context, { options: { fix, dryRun, report, ...options } }): Promise<DoctorReport | ProbeReport> {
    if (context.options.server !== undefined) {
      // They concern an instance on this machine.
      refuseTogether('--server', { fix, dryRun, report, ...options });
      const { probeServer } = await import('../probe/probe.ts');
      return probeServer(context);
    }
    const host = await context.loadHost();
    const found = await host.doctor({ ...options, fix: fix && !dryRun }).catch((error: unknown) => {
      throw explainStart(error);
    });
    return report ? redactReport(found) : found;
  },
  view: (report, context, options) =>
    options?.report && 'instance' in report ? writeReport(report, context) : describeReport(report, context),
  exit(report) {
    if (report.isHealthy) return 'ok';
    return 'server' in report ? 'failure' : 'integrity';
  },
});

const marks = { ok: '✓', warning: '!', repaired: '+', problem: '✗', skipped: '-' } as const;

/** A report for an issue or a forum, in Markdown. */
function writeReport({ instance, checks }: DoctorReport, { translator }: Context): string[] {
  const { t, locale } = translator;
  const { changed, memory, ...facts } = instance;
  return [
    t('cli.doctor.report.program', { ...facts, memory: formatBytes(locale, memory) }),
    t('cli.doctor.report.stores', facts),
    changed.length === 0
      ? t('cli.doctor.report.unchanged')
      : t('cli.doctor.report.changed', { names: changed.join(', ') }),
    '',
    '```',
    ...checks.flatMap((check) => {
      const [title = '', ...lines] = describeCheck(check, translator);
      if (!isPrivate(check)) return [title, ...lines];
      const codes = new Set(check.findings.map(({ code }) => code));
      return [check.count === 0 ? title : `${title}: ${[...codes].join(', ')} (${check.count})`];
    }),
    '```',
  ];
}

/** From the least urgent on: what somebody has to do comes last, where it does not scroll away. */
const urgency = ['ok', 'skipped', 'repaired', 'warning', 'problem'] as const;

function describeReport({ checks }: DoctorReport | ProbeReport, { translator }: Context): string[] {
  return urgency.flatMap((urgent) => {
    const group = checks.filter(({ status }) => status === urgent);
    const lines = group.flatMap((check) => describeCheck(check, translator));
    const hasSkipped = urgent === 'skipped' && group.some(({ count }) => count === 0);
    return hasSkipped ? [...lines, translator.t('cli.doctor.skipped')] : lines;
  });
}

/** A check that was not made says nothing about what it would have found. */
function markOf({ status, findings }: CheckReport | ProbeCheck): string {
  return status === 'ok' && findings.some(isUnchecked) ? marks.skipped : marks[status];
}

function describeCheck(check: CheckReport | ProbeCheck, translator: Translator): string[] {
  const { id, status, count, findings } = check;
  const { t, has } = translator;
  // The host names texts by codes of its own.
  const title = `cli.doctor.checks.${id}`;
  const [first] = findings;
  const usualNext = `cli.doctor.${status === 'repaired' ? 'repaired' : 'next'}.${id}`;
  // Some findings have the same text and remedy as the error of a start.
  const next = [`cli.doctor.remedies.${first?.code}`, `cli.hints.${first?.code}`].find(has) ?? usualNext;
  const lines = shortList<{ code: string; params: MessageParams }>(translator, findings, {
    describe: ({ code, params }) => {
      const key = [`cli.doctor.findings.${code}`, `cli.errors.${code}`].find(has);
      return forTerminal(key ? t(key, params) : code);
    },
    count,
  });
  return [
    `${markOf(check)} ${has(title) ? t(title) : id}`,
    ...lines.map((line) => `    ${line}`),
    ...(count > 0 && status !== 'ok' && status !== 'skipped' && has(next)
      ? [`  → ${t(next, first?.params)}`]
      : []),
  ];
}
