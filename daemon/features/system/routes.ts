import { api } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import { buildOpenApi, type OpenApiDocument } from '#sdk/contract/openapi/document.js';
import { errorTextsOf, readCatalogues } from '#sdk/i18n/catalogue.js';
import { sendCompressed } from '../../http/compress.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { AuditCause } from '../audit/types.ts';
import type { PublicAddressCheck } from './public-address.ts';
import type { Releases } from './releases.ts';
import { readVersion } from './version.ts';

interface Deps {
  checks: readonly ReadinessCheck[];
  confirmClock(by: AuditCause): Promise<void>;
  releases: Releases;
  publicAddress: PublicAddressCheck;
  /** The ID of the instance. */
  instance(): string;
  /** null: the host has not turned it on. */
  metrics: Pick<Metrics, 'render'> | null;
}

/** Throws when the instance cannot work, for a reason that outsiders may know. */
export interface ReadinessCheck {
  reason: 'starting' | 'storage' | 'storage_full' | 'database' | 'database_full';
  run(): Promise<void>;
}

/** Milliseconds that a check may take: load balancers rarely wait longer than half a minute. */
const longestCheck = 10_000;

export function createSystemRoutes({ checks, confirmClock, instance, metrics, ...deps }: Deps): Route[] {
  const version = readVersion();
  let document: OpenApiDocument | undefined;
  const describe = () =>
    (document ??= buildOpenApi(api, { version, errorTexts: errorTextsOf(readCatalogues('en').en) }));
  let reference: string | undefined;

  return [
    implement(api.system.health, async () => ({
      status: 'ok' as const,
      version,
      instance: instance(),
    })),

    implement(api.system.ready, async ({ ctx }) => {
      const failures = await Promise.all(
        checks.map(({ reason, run }) =>
          inTime(run()).then(
            () => null,
            (cause: unknown) => ({ reason, cause }),
          ),
        ),
      );
      const failed = failures.find((failure) => failure !== null);
      if (failed) {
        const { reason, cause } = failed;
        ctx.state.logger.warn({ reason, err: cause }, 'not ready');
        throw new AppError('not_ready', { reason }, { cause });
      }
      return { status: 'ready' as const };
    }),

    implement(api.system.openapi, async () => ({ ...describe() })),

    implement(api.system.docs, async ({ ctx }) => {
      if (reference === undefined) {
        const { renderReference } = await import('./reference/page.ts');
        reference = renderReference(describe());
      }
      ctx.set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' });
      await sendCompressed(ctx, reference);
    }),

    implement(api.system.confirmClock, ({ actor }) => confirmClock(actor)),

    implement(api.system.release, async () => ({
      ...(await deps.releases.read()),
      hasMetrics: metrics !== null,
    })),

    implement(api.system.publicAddress, () => deps.publicAddress.read()),

    implement(api.system.metrics, async ({ ctx }) => {
      if (!metrics) throw new AppError('not_found');
      const { mediaType, text } = await metrics.render();
      ctx.set({ 'Content-Type': mediaType, 'Cache-Control': 'no-store' });
      ctx.body = text;
    }),
  ];
}

/** A disk or a bucket that hangs has failed, too. */
async function inTime(check: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`no answer within ${longestCheck / 1000} seconds`));
    timer = setTimeout(fail, longestCheck);
  });
  await Promise.race([check, late]).finally(() => clearTimeout(timer));
}
