import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import { createJobRoutes } from './routes.ts';
import { createJobService } from './service.ts';

interface Ports {
  jobs: JobRunner;
  /** Milliseconds that a request waits for a run; default 10,000. */
  timeout?: number;
  /** Throws when another process runs the jobs. */
  requireOwn?(): Promise<void>;
}

export function createJobsFeature(core: Core, ports: Ports): { routes: readonly Route[] } {
  return { routes: createJobRoutes({ jobs: createJobService({ ...core, ...ports }) }) };
}
