import { AppError } from '#sdk/contract/errors.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { Actor } from '../../http/actor.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { TryMail } from '../../mail/trial.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditCause } from '../audit/types.ts';
import type { ConfigService } from './service.ts';
import { readSmtpSettings } from './smtp.ts';

interface Deps {
  config: Pick<ConfigService, 'get' | 'load'>;
  throttle: Pick<Throttle, 'attempt'>;
  audit: Pick<AuditLog, 'record'>;
  tryMail: TryMail;
}

type TestMailActor = AuditCause & Pick<Actor, 'user' | 'ip' | 'languages'>;

/**
 * Sends a mail with the stored settings, even while mail is turned off, and returns the last answer of the mail server.
 *
 * @throws AppError `smtp_incomplete`, `mail_refused`, `too_many_requests`
 */
export type SendTestMail = (email: string, actor: TestMailActor) => Promise<{ answer: string }>;

export function createTestMail({ config, throttle, audit, tryMail }: Deps): SendTestMail {
  return async (email, actor) => {
    // Another process may have changed them a moment ago.
    await config.load();
    // Read once, because the settings may change while this runs.
    const smtp = readSmtpSettings(config);
    const { host, port } = smtp;
    if (host === '' || smtp.email === '') throw new AppError('smtp_incomplete');
    await throttle.attempt('testMail', { ip: actor.ip, subject: actor.user?.id ?? 'host' });
    const locale = config.get('general.defaultLocale');
    const message = composeTestMail(translatorFor([locale]), smtp.senderName);
    const { problem, answer } = await tryMail({ ...message, to: email }, smtp);
    await audit.record(actor, {
      action: 'config.mail_test',
      result: problem ? 'refused' : 'done',
      details: { server: `${host}:${port}` },
    });
    if (!problem) return { answer };
    const { t } = translatorFor([...actor.languages, locale]);
    // A port number is a name, and must not be formatted like an amount.
    const params = { host, port: String(port), answer };
    throw new AppError('mail_refused', { answer: t(`mail.problems.${problem}`, params) });
  };
}

function composeTestMail({ t, locale }: Translator, appName: string): Omit<MailMessage, 'to'> {
  return {
    kind: 'test',
    subject: t('mail.test.subject', { appName }),
    text: t('mail.test.message', { appName }),
    link: null,
    locale,
    // The mail is sent at once or not at all.
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
}
