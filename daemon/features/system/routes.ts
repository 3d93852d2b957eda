import { api } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import { buildOpenApi, type OpenApiDocument } from '#sdk/contract/openapi.js';
import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { implement, type Route } from '../../http/implement.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Releases } from './releases.ts';
import { readVersion } from './version.ts';

interface Deps {
  /** Each throws when the instance cannot do its work. */
  checks: readonly (() => Promise<void>)[];
  releases: Releases;
  /** null: the host has not switched it on. */
  metrics: Pick<Metrics, 'render'> | null;
}

export function createSystemRoutes({ checks, releases, metrics }: Deps): Route[] {
  const version = readVersion();
  let document: OpenApiDocument | undefined;

  return [
    implement(api.system.health, async () => ({ status: 'ok' as const, version })),

    implement(api.system.ready, async ({ ctx }) => {
      const outcomes = await Promise.allSettled(checks.map((check) => check()));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) {
        ctx.state.logger.warn({ err: failed.reason }, 'not ready');
        throw new AppError('not_ready', undefined, { cause: failed.reason });
      }
      return { status: 'ready' as const };
    }),

    implement(api.system.openapi, async () => {
      document ??= buildOpenApi(api, { version, errorTexts: readCatalogues('en').en.errors });
      return { ...document };
    }),

    implement(api.system.release, () => releases.read()),

    implement(api.system.metrics, async ({ ctx }) => {
      if (!metrics) throw new AppError('not_found');
      const { mediaType, text } = await metrics.render();
      ctx.set({ 'Content-Type': mediaType, 'Cache-Control': 'no-store' });
      ctx.body = text;
    }),
  ];
}
