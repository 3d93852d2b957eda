import { AppError } from '#sdk/contract/errors.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { AuditRepo } from './repo.ts';
import type { AuditFilter, AuditRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ audit: AuditRepo }>;
}

interface ListInput extends AuditFilter {
  cursor?: string | undefined;
  limit: number;
}

export interface AuditService {
  list(input: ListInput): Promise<{ entries: AuditRecord[]; nextCursor: string | null }>;
  /** Yields all entries that exist now, oldest first, a page at a time. */
  readAll(filter: AuditFilter): AsyncGenerator<AuditRecord[]>;
}

const exportPage = 500;

export function createAuditService({ uow }: Deps): AuditService {
  return {
    async list({ cursor, limit, ...filter }) {
      const before = cursor === undefined ? null : readCursor(cursor);
      const found = await uow.read.audit.listNewest(filter, { before, limit: limit + 1 });
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return { entries, nextCursor: found.length > limit && last ? String(last.id) : null };
    },

    async *readAll(filter) {
      // Entries written later are left out, so that the export ends.
      const last = await uow.read.audit.lastId();
      let after = 0;
      for (;;) {
        const page = await uow.read.audit.listOldest(filter, { after, last, limit: exportPage });
        yield page;
        const newest = page.at(-1);
        if (!newest || page.length < exportPage) return;
        after = newest.id;
      }
    },
  };
}

function readCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new AppError('malformed_request');
  return Number(cursor);
}
