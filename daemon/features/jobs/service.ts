import { AppError } from '#sdk/contract/errors.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobStatus } from '../../jobs/job.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditCause } from '../audit/types.ts';

interface Deps {
  uow: UnitOfWork<{ audit: AuditRepo }>;
  audit: Pick<AuditTrail, 'note'>;
  jobs: Pick<JobRunner, 'list' | 'find' | 'run'>;
  /** Milliseconds that a caller waits for a run; ten seconds unless told. */
  timeout?: number;
  /** Refuses, by an error, where another process does the jobs. */
  requireOwn?: () => Promise<void>;
}

export interface JobService {
  /** @throws AppError `server_running` */
  list(): Promise<JobStatus[]>;
  /**
   * Runs a job, and answers how it is when it is done or the caller has waited long enough. That it fails is part of the
   * answer.
   *
   * @throws AppError `job_not_found`, `server_running`
   */
  run(name: string, by: AuditCause): Promise<JobStatus>;
}

export function createJobService(deps: Deps): JobService {
  const { uow, audit, jobs, timeout = 10_000, requireOwn = async () => undefined } = deps;

  function find(name: string): JobStatus {
    const status = jobs.find(name);
    if (!status) throw new AppError('job_not_found');
    return status;
  }

  return {
    async list() {
      await requireOwn();
      return jobs.list();
    },

    async run(name, by) {
      find(name);
      await requireOwn();
      await uow.transaction((repos) =>
        audit.note(repos.audit, by, { action: 'job.run', subject: { id: name, name: null } }),
      );
      await atMost(timeout, jobs.run(name));
      return find(name);
    },
  };
}

/** Waits for the end of `work`, however it ends, but no longer than that. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  // Why a run failed is in the log.
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
