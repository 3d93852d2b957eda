import { AppError } from '#sdk/contract/errors.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { Actor } from '../../http/actor.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { TryMail } from '../../mail/trial.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { ConfigService } from './service.ts';

interface Deps {
  config: Pick<ConfigService, 'get' | 'load'>;
  throttle: Pick<Throttle, 'attempt'>;
  audit: Pick<AuditTrail, 'record'>;
  tryMail: TryMail;
}

/**
 * Sends a mail with the settings that are stored, also while sending is switched off, and answers the last words of the
 * mail server.
 *
 * @throws AppError `smtp_incomplete`, `mail_refused`, `too_many_requests`
 */
export type SendTestMail = (email: string, actor: Actor) => Promise<{ answer: string }>;

export function createTestMail({ config, throttle, audit, tryMail }: Deps): SendTestMail {
  return async (email, actor) => {
    // Another process may have changed them a moment ago.
    await config.load();
    const host = config.get('smtp.host');
    const port = config.get('smtp.port');
    if (host === '' || config.get('smtp.email') === '') throw new AppError('smtp_incomplete');
    await throttle.attempt('testMail', { ip: actor.ip, subject: actor.user?.id ?? 'host' });
    const locale = config.get('general.defaultLocale');
    const message = composeTestMail(translatorFor([locale]), config.get('general.appName'));
    const { problem, answer } = await tryMail({ ...message, to: email });
    await audit.record(actor, {
      action: 'config.mail_test',
      result: problem ? 'refused' : 'done',
      details: { server: `${host}:${port}` },
    });
    if (!problem) return { answer };
    const { t } = translatorFor([...actor.languages, locale]);
    throw new AppError('mail_refused', { answer: t(`mail.problems.${problem}`, { host, port, answer }) });
  };
}

function composeTestMail({ t, locale }: Translator, appName: string): Omit<MailMessage, 'to'> {
  return {
    kind: 'test',
    subject: t('mail.test.subject', { appName }),
    text: t('mail.test.message', { appName }),
    link: null,
    locale,
    // It is sent now or never.
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
}
