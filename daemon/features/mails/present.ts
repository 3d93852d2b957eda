import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Mail } from '#sdk/contract/mails.js';
import type { ListedMail } from './repo.ts';

export function presentMail({ dueAt, error, ...mail }: ListedMail): Mail {
  return {
    ...mail,
    createdAt: isoTime(mail.createdAt),
    sentAt: isoTime(mail.sentAt),
    nextTryAt: isoTime(dueAt),
    problem: error,
  };
}
