import { api } from '#sdk/contract/api.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Mail } from '#sdk/contract/mails.js';
import { implement, type Route } from '../../http/implement.ts';
import type { ListedMail } from './repo.ts';
import type { MailService } from './service.ts';

export function createMailRoutes({ mails }: { mails: MailService }): Route[] {
  return [
    implement(api.mails.list, async ({ query }) => {
      const page = await mails.list(query);
      return { ...page, mails: page.mails.map(presentMail) };
    }),
  ];
}

function presentMail({ dueAt, error, ...mail }: ListedMail): Mail {
  return {
    ...mail,
    createdAt: isoTime(mail.createdAt),
    sentAt: isoTime(mail.sentAt),
    nextTryAt: isoTime(dueAt),
    problem: error,
  };
}
