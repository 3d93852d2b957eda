import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import { createAuditJobs } from './jobs.ts';
import { createAuditRoutes } from './routes.ts';
import { createAuditService } from './service.ts';

export interface AuditFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
}

export function createAuditFeature({ uow, clock, config, clockWatch }: Core): AuditFeature {
  return {
    routes: createAuditRoutes({ auditLog: createAuditService({ uow }), clock }),
    jobs: createAuditJobs({
      uow,
      retentionDays: () => config.get('general.auditRetention'),
      deletionTime: clockWatch.deletionTime,
    }),
  };
}
