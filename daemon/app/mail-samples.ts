import type { MailPreview, MailTemplateName } from '#sdk/contract/config/api.js';
import { type ConfigKey, type ConfigValue, readConfigValue } from '#sdk/contract/config.js';
import { ShareId, ShareKey } from '#sdk/contract/formats/primitives.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { type AccountFacts, createAccountTexts } from '../features/auth/account-texts.ts';
import type { MailTexts } from '../features/config/mail-preview.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { createShareMails } from '../features/shares/mails/compose.ts';
import type { ShareRecord } from '../features/shares/types.ts';
import type { MailMessage } from '../mail/message.ts';
import { fillIn, renderMail } from '../mail/render.ts';
import type { Core } from './core.ts';

type Body = Pick<MailMessage, 'subject' | 'text' | 'link' | 'locale'>;

const day = 24 * 3_600_000;

/** Composes mails with texts that an administrator is trying out: by the code of the real ones, with made-up values. */
export function createMailSamples({ config, clock }: Pick<Core, 'config' | 'clock'>) {
  return (template: MailTemplateName, texts: MailTexts): MailPreview => {
    const translator = translatorFor([config.get('general.defaultLocale')]);
    const own = withTexts(config, template, texts);
    const shares = createShareMails({ config: own, clock, fillIn });
    const accounts = createAccountTexts({ config: own, fillIn });
    const share = sampleShare(translator, clock.now());
    const facts = sampleAccount(config);
    const { name, reverseShare } = sampleNames(translator);
    const samples: Record<MailTemplateName, () => Body> = {
      shareRecipients: () => shares.composeInvitation(share, name),
      reverseShare: () => shares.composeReceived(share, reverseShare),
      resetPassword: () => accounts.passwordReset(translator, facts),
      invite: () => accounts.invitation(translator, facts),
    };
    return renderMail(samples[template](), config.get('general.appName'));
  };
}

function withTexts(config: ConfigReader, template: MailTemplateName, texts: MailTexts): ConfigReader {
  const own = new Map<ConfigKey, string>([
    [`email.${template}Subject`, texts.subject],
    [`email.${template}Message`, texts.message],
  ]);
  return {
    get<K extends ConfigKey>(key: K): ConfigValue<K> {
      const text = own.get(key);
      return text === undefined ? config.get(key) : readConfigValue(key, text);
    },
  };
}

function sampleNames({ t }: Translator) {
  return { name: t('mail.samples.name'), reverseShare: t('mail.samples.reverseShare') };
}

function sampleAccount(config: ConfigReader): AccountFacts {
  const origin = new URL(config.get('general.appUrl')).origin;
  return { username: 'maria', url: `${origin}/auth/resetPassword#token=fsl_example` };
}

function sampleShare({ t }: Translator, now: number): ShareRecord {
  return {
    key: ShareKey.parse('0'.repeat(32)),
    id: ShareId.parse('Xy12Ab34Cd56Ef78'),
    ownerId: null,
    reverseShareId: null,
    name: t('mail.samples.share'),
    description: t('mail.samples.description'),
    passwordHash: null,
    passwordVersion: 0,
    maxViews: null,
    views: 0,
    state: 'active',
    createdAt: now,
    completedAt: now,
    expiration: '7-days',
    expiresAt: now + 7 * day,
    removedAt: null,
    purgedAt: null,
    activeAt: now,
    addingAt: null,
    quarantinedAt: null,
    uploadTokenHash: null,
    maxSize: null,
    declaredSize: 0,
    size: 123_456_789,
    fileCount: 12,
    reservedSize: 0,
    reservedCount: 0,
    lastAccessAt: null,
    archiveDownloads: 0,
  };
}
