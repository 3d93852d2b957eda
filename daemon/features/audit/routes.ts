import { Readable } from 'node:stream';
import { api } from '#sdk/contract/api.js';
import type { AuditEntry } from '#sdk/contract/audit.js';
import type { ParsedInput } from '#sdk/contract/endpoint.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Clock } from '../../crypto/clock.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { AuditService } from './service.ts';
import type { AuditFilter, AuditRecord } from './types.ts';

interface Deps {
  auditLog: AuditService;
  clock: Clock;
}

export function createAuditRoutes({ auditLog, clock }: Deps): Route[] {
  return [
    implement(api.audit.list, async ({ query: { cursor, limit, ...query } }) => {
      const { entries, nextCursor } = await auditLog.list({ cursor, limit, ...readFilter(query) });
      return { entries: entries.map(presentEntry), nextCursor };
    }),

    implement(api.audit.export, async ({ query, ctx }) => {
      const date = new Date(clock.now()).toISOString().slice(0, 10);
      ctx.status = 200;
      ctx.set({
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="audit-${date}.jsonl"`,
        'Cache-Control': 'no-store',
      });
      const lines = toLines(auditLog.readAll(readFilter(query)));
      // For HEAD, Koa would leave the stream open.
      if (ctx.method !== 'HEAD') ctx.body = Readable.from(lines, { objectMode: false });
    }),
  ];
}

function readFilter({ since, until, ...rest }: ParsedInput<typeof api.audit.export>['query']): AuditFilter {
  return {
    ...rest,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  };
}

/** A page is one chunk: the next is read when the receiver has accepted it. */
async function* toLines(pages: AsyncIterable<readonly AuditRecord[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    const entries: AuditEntry[] = page.map(presentEntry);
    if (entries.length > 0) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}

function presentEntry(record: AuditRecord): AuditEntry {
  const { id, at, action, result, actorId, actorName, subjectId, subjectName } = record;
  return {
    id,
    at: isoTime(at),
    action,
    result,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
    apiKeyId: record.apiKeyId,
    ip: record.ip,
    subject: subjectId === null ? null : { id: subjectId, name: subjectName },
    details: record.details,
    requestId: record.requestId,
  };
}
