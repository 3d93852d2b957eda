import { AppError } from '#sdk/contract/errors.js';
import type { CheckStatus } from '#sdk/contract/host/doctor.js';
import { formatBytes, formatSpeed } from '#sdk/i18n/format.js';
import type { Client, Context } from '../context.ts';
import { connect } from '../server/connect.ts';
import { Trial } from './trial.ts';

/** What is checked from a client, in the order of the report: `cli.doctor.checks.<id>`. */
export const probeIds = ['reached', 'encrypted', 'version', 'time', 'bodies', 'buffering', 'ranges'] as const;
export type ProbeId = (typeof probeIds)[number];

/** What a check can find: `cli.doctor.findings.<code>`. */
export const probeCodes = [
  'not_encrypted',
  'stays_here',
  'version_differs',
  'time_differs',
  'body_refused',
  'body_speed',
  'collected',
  'range_held',
  'range_ignored',
  'range_speed',
  'probe_sign_in',
] as const;
type ProbeCode = (typeof probeCodes)[number];

interface Finding {
  code: ProbeCode;
  params: Readonly<Record<string, string | number>>;
}

export interface ProbeCheck {
  id: ProbeId;
  status: CheckStatus;
  count: number;
  findings: readonly Finding[];
}

/** How a server works from here, through everything that stands before it. */
export interface ProbeReport {
  server: string;
  isHealthy: boolean;
  checks: readonly ProbeCheck[];
}

/** Seconds that the clocks may differ: links that expire, and codes of authenticator apps, allow as much. */
const toleratedSeconds = 30;

/** @throws NetworkError when the server is not reached */
export async function probeServer(context: Context): Promise<ProbeReport> {
  const { server, client } = await connect(context);
  const checks = [
    check('reached'),
    checkEncryption(server),
    await checkVersion(client, context.version),
    await checkTime(server, context.signal),
    ...(await checkTransfers(context, { server, client })),
  ];
  return { server, isHealthy: checks.every(({ status }) => status !== 'problem'), checks };
}

function check(id: ProbeId, status: CheckStatus = 'ok', finding: Finding | null = null): ProbeCheck {
  const findings = finding === null ? [] : [finding];
  return { id, status, count: findings.length, findings };
}

/** Nobody else sees what stays on this machine. */
function checkEncryption(server: string): ProbeCheck {
  const { protocol, hostname } = new URL(server);
  const isOwnMachine = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  if (protocol === 'https:') return check('encrypted');
  if (isOwnMachine) return check('encrypted', 'ok', { code: 'stays_here', params: { server } });
  return check('encrypted', 'warning', { code: 'not_encrypted', params: { server } });
}

async function checkVersion(client: Client, own: string): Promise<ProbeCheck> {
  const { version } = await client.system.health();
  if (version === own) return check('version');
  return check('version', 'warning', { code: 'version_differs', params: { version, own } });
}

/** Compares the clocks by the time of the answer (RFC 9110, section 6.6.1), which has whole seconds. */
async function checkTime(server: string, signal: AbortSignal): Promise<ProbeCheck> {
  const startedAt = Date.now();
  const { headers } = await fetch(`${server}/api/health`, { signal });
  const there = Date.parse(headers.get('date') ?? '');
  const seconds = Math.round(Math.abs(there - (startedAt + Date.now()) / 2) / 1000);
  if (Number.isNaN(seconds) || seconds <= toleratedSeconds) return check('time');
  return check('time', 'warning', { code: 'time_differs', params: { count: seconds } });
}

/** Sends and fetches the bytes of a share of its own. */
async function checkTransfers(
  { signal, translator: { locale }, output, translator }: Context,
  { server, client }: { server: string; client: Client },
): Promise<ProbeCheck[]> {
  const trial = await Trial.open({ server, client, signal }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  });
  if (!trial) {
    return [
      check('bodies', 'skipped', { code: 'probe_sign_in', params: { server } }),
      check('buffering', 'skipped'),
      check('ranges', 'skipped'),
    ];
  }
  output.note(translator.t('cli.doctor.sending', { size: formatBytes(locale, trial.partSize) }));
  try {
    const sent = await trial.sendPart();
    const size = formatBytes(locale, trial.partSize);
    if (sent.status !== 204) {
      const refused = check('bodies', 'problem', {
        code: 'body_refused',
        params: { size, status: sent.status },
      });
      return [refused, check('buffering', 'skipped'), check('ranges', 'skipped')];
    }
    const speedOf = (bytes: number, seconds: number) => formatSpeed(locale, bytes / seconds);
    const bodies = check('bodies', 'ok', {
      code: 'body_speed',
      params: {
        size,
        speed: speedOf(trial.partSize, sent.seconds),
      },
    });
    const buffering = (await trial.arrivesAtOnce())
      ? check('buffering')
      : check('buffering', 'warning', { code: 'collected', params: {} });
    return [bodies, buffering, checkRanges(await trial.downloadRest(), speedOf)];
  } finally {
    await trial.close();
  }
}

function checkRanges(
  { status, error, bytes, seconds }: Awaited<ReturnType<Trial['downloadRest']>>,
  speedOf: (bytes: number, seconds: number) => string,
): ProbeCheck {
  if (status === 206) {
    return check('ranges', 'ok', { code: 'range_speed', params: { speed: speedOf(bytes, seconds) } });
  }
  // The file of this check was not found clean, because clamd is away or the file is too large for it.
  const isHeld = error === 'file_scanning' || error === 'file_unscanned';
  return isHeld
    ? check('ranges', 'skipped', { code: 'range_held', params: {} })
    : check('ranges', 'problem', { code: 'range_ignored', params: { status } });
}
