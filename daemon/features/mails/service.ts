import { AppError } from '#sdk/contract/errors.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ListedMail, MailFilter, MailListRepo, MailPosition } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ mails: MailListRepo }>;
}

export interface MailService {
  /** @throws AppError `malformed_request` */
  list(
    input: MailFilter & { cursor?: string | undefined; limit: number },
  ): Promise<{ mails: ListedMail[]; nextCursor: string | null }>;
}

/** Lists the mails that the server sent and their delivery, for administrators. */
export function createMailService({ uow }: Deps): MailService {
  return {
    async list({ cursor, limit, ...filter }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const found = await uow.read.mails.list({ filter, after, limit: limit + 1 });
      const mails = found.slice(0, limit);
      const last = mails.at(-1);
      return { mails, nextCursor: found.length > limit && last ? writeCursor(last) : null };
    },
  };
}

function writeCursor({ createdAt, id }: MailPosition): string {
  return `${createdAt}.${id}`;
}

function readCursor(cursor: string): MailPosition {
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cursor) ?? [];
  if (!createdAt || !id) throw new AppError('malformed_request');
  return { createdAt: Number(createdAt), id };
}
