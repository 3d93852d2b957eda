import { api } from '#sdk/contract/api.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Mail } from '#sdk/contract/mails.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { implement, type Route } from '../../http/implement.ts';
import type { ListedMail } from './repo.ts';
import type { MailService } from './service.ts';

export function createMailRoutes({ mails }: { mails: MailService }): Route[] {
  return [
    implement(api.mails.list, async ({ query, actor }) => {
      const page = await mails.list(query);
      const translator = translatorFor([...actor.languages]);
      return { ...page, mails: page.mails.map((mail) => presentMail(mail, translator)) };
    }),
  ];
}

function presentMail({ dueAt, error, failure, ...mail }: ListedMail, { t }: Translator): Mail {
  return {
    ...mail,
    createdAt: isoTime(mail.createdAt),
    sentAt: isoTime(mail.sentAt),
    nextTryAt: isoTime(dueAt),
    // A port number is a name, and must not be formatted like an amount.
    problem: failure
      ? t(`mail.problems.${failure.problem}`, { ...failure, port: String(failure.port) })
      : error,
    error,
  };
}
