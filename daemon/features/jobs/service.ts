import { AppError } from '#sdk/contract/errors.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobStatus } from '../../jobs/job.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';

interface Deps {
  uow: UnitOfWork<{ audit: AuditRepo }>;
  audit: Pick<AuditLog, 'note'>;
  jobs: Pick<JobRunner, 'list' | 'find' | 'run'>;
  /** Milliseconds that a request waits for a run; default 10,000. */
  timeout?: number;
  /** Throws when another process runs the jobs. */
  requireOwn?: () => Promise<void>;
}

export interface JobService {
  /** @throws AppError `server_running` */
  list(): Promise<JobStatus[]>;
  /**
   * Runs a job, and returns its status when it has ended or the waiting time is over. A failure is part of the status.
   *
   * @throws AppError `job_not_found`, `server_running`
   */
  run(name: string, by: AuditCause): Promise<JobStatus>;
}

export function createJobService(deps: Deps): JobService {
  const { uow, audit, jobs, timeout = 10_000, requireOwn = async () => undefined } = deps;

  async function find(name: string): Promise<JobStatus> {
    const status = await jobs.find(name);
    if (!status) throw new AppError('job_not_found');
    return status;
  }

  return {
    async list() {
      await requireOwn();
      return jobs.list();
    },

    async run(name, by) {
      await find(name);
      await requireOwn();
      await uow.transaction((repos) =>
        audit.note(repos.audit, by, { action: 'job.run', subject: { id: name, name: null } }),
      );
      await atMost(timeout, jobs.run(name));
      return find(name);
    },
  };
}

/** Waits for `work` to end, however it ends, but no longer than `milliseconds`. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  // The reason for a failure is in the log.
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
