import { translatorFor } from '#sdk/i18n/catalogue.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { Clock } from '../../../crypto/clock.ts';
import type { MailMessage } from '../../../mail/message.ts';
import type { ConfigReader } from '../../config/reader.ts';
import type { ShareRecord } from '../types.ts';
import {
  closeGaps,
  customize,
  invitationTemplate,
  type MailTemplate,
  quote,
  receivedTemplate,
} from './templates.ts';

interface Deps {
  config: ConfigReader;
  clock: Clock;
  /** Replaces the `{names}` in a text in one pass. */
  fillIn(template: string, values: Readonly<Record<string, string>>): string;
}

type Body = Omit<MailMessage, 'to'>;

/** Mails about shares, in the language of the instance: the language of the recipients is not known. */
export interface ShareMails {
  /** Composes the mail with the link of a share, for a recipient that its creator has named. */
  composeInvitation(share: ShareRecord, creator: string | null): Body;
  /** Composes the mail about received files, for the owner of a reverse share. */
  composeReceived(share: ShareRecord, reverseShare: string | null): Body;
}

const maxNameLength = 60;
const maxTextLength = 2000;

/** A mail about received files is not worth sending after a day. */
const noticeLifetime = 24 * 3_600_000;

export function createShareMails({ config, clock, fillIn }: Deps): ShareMails {
  const instanceTranslator = () => translatorFor([config.get('general.defaultLocale')]);

  function compose(
    { id }: ShareRecord,
    { subject, text }: MailTemplate,
    values: Readonly<Record<string, string>>,
  ): Pick<Body, 'subject' | 'text' | 'link'> {
    const shareUrl = `${config.get('general.appUrl').replace(/\/$/, '')}/s/${id}`;
    const all = { ...values, shareUrl, appName: config.get('general.appName') };
    const filled = closeGaps(fillIn(text, all));
    return {
      subject: fillIn(subject, all),
      text: filled.includes(shareUrl) ? filled : `${filled}\n\n${shareUrl}`,
      link: shareUrl,
    };
  }

  return {
    composeInvitation(share, creator) {
      const translator = instanceTranslator();
      const { t, locale } = translator;
      const { description, passwordHash, expiresAt } = share;
      const facts = {
        hasDescription: description !== null,
        hasPassword: passwordHash !== null,
        hasEnd: expiresAt !== null,
      };
      const template = customize(invitationTemplate(translator, facts), {
        subject: config.get('email.shareRecipientsSubject'),
        text: config.get('email.shareRecipientsMessage'),
      });
      const values = {
        creator: creator === null ? t('mail.shareRecipients.somebody') : quote(creator, maxNameLength),
        contents: describeContents(translator, share),
        desc: quote(description ?? '', maxTextLength),
        expires: expiresAt === null ? t('mail.shareRecipients.never') : formatEnd(locale, expiresAt),
      };
      return {
        kind: 'shareRecipient',
        ...compose(share, template, values),
        locale,
        expiresAt: expiresAt ?? Number.MAX_SAFE_INTEGER,
      };
    },

    composeReceived(share, reverseShare) {
      const translator = instanceTranslator();
      const template = customize(receivedTemplate(translator, reverseShare !== null), {
        subject: config.get('email.reverseShareSubject'),
        text: config.get('email.reverseShareMessage'),
      });
      return {
        kind: 'reverseShare',
        ...compose(share, template, {
          contents: describeContents(translator, share),
          reverseShare: quote(reverseShare ?? '', maxNameLength),
        }),
        locale: translator.locale,
        expiresAt: clock.now() + noticeLifetime,
      };
    },
  };
}

function describeContents({ t, locale }: Translator, { name, fileCount, size }: ShareRecord): string {
  const contents = t('mail.contents', { count: fileCount, size: formatBytes(locale, size) });
  return name === null ? contents : `${quote(name, maxNameLength)}\n${contents}`;
}

/** The recipient's time zone is not known, so the mail names the one it uses. */
function formatEnd(locale: string, moment: number): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(moment);
}
