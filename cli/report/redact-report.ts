import type { CheckReport, DoctorReport, Finding } from '#sdk/contract/host/doctor.js';
import { redactAddress, redactHost, redactText } from './redact-text.ts';

/** Checks whose findings name files and shares of people. */
export const isPrivate = ({ id }: Pick<CheckReport, 'id'>): boolean => /^I\d$/.test(id) || id === 'content';

/** Leaves out of a report what identifies the instance or people, so that it can be shown to everybody. */
export function redactReport(report: DoctorReport): DoctorReport {
  return { ...report, checks: report.checks.map(redactCheck) };
}

function redactCheck(check: CheckReport): CheckReport {
  const redact = isPrivate(check) ? removeParams : redactFinding;
  return { ...check, findings: check.findings.map(redact) };
}

const removeParams = ({ code }: Finding): Finding => ({ code, params: {} });

function redactFinding({ code, params }: Finding): Finding {
  const own = Object.entries(params).flatMap(([name, value]) => {
    const redact = identifying[name];
    return redact && typeof value === 'string' && value.length > 2 ? [[value, redact(value)] as const] : [];
  });
  // What the system says may repeat the values beside it.
  const redactReason = (text: string) =>
    redactText(own.reduce((left, [value, redacted]) => left.replaceAll(value, redacted), text));
  const entries = Object.entries(params).map(([name, value]): [string, string | number] => {
    if (typeof value === 'number' || plain.has(name)) return [name, value];
    return [name, (identifying[name] ?? redactReason)(value)];
  });
  return { code, params: Object.fromEntries(entries) };
}

/** Values that identify nothing: names of settings, versions, migrations, dates. */
const plain: ReadonlySet<string> = new Set(['setting', 'version', 'own', 'steps', 'date', 'status']);

/** Values that are nothing else but what identifies the instance, by their names. */
const identifying: Readonly<Record<string, (text: string) => string>> = {
  url: redactAddress,
  endpoint: redactAddress,
  server: redactAddress,
  host: redactHost,
  path: () => '<path>',
  bucket: () => '<bucket>',
  accessKey: () => '<access key>',
  object: () => '<object>',
  mark: () => '<mark>',
};
