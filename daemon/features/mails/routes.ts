import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import { presentMail } from './present.ts';
import type { MailService } from './service.ts';

export function createMailRoutes({ mails }: { mails: MailService }): Route[] {
  return [
    implement(api.mails.list, async ({ query }) => {
      const page = await mails.list(query);
      return { ...page, mails: page.mails.map(presentMail) };
    }),
  ];
}
