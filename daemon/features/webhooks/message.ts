import type { SharedFacts, WebhookEvent } from '#sdk/contract/webhooks/events.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';

interface Facts {
  translator: Translator;
  appName: string;
  /** Clips text that somebody has written, so that no link in it can be clicked. */
  quote(text: string, maxLength: number): string;
}

const maxNameLength = 60;

/** Says in a sentence what has happened, and to what. A link is not part of it: everybody in a chat could open it. */
export function describeEvent({ type, data }: WebhookEvent, { translator, appName, quote }: Facts): string {
  const { t, locale } = translator;
  const share = 'share' in data ? data.share : null;
  const sentence = t(`mail.webhooks.${type}`, {
    appName,
    owner: share?.owner ?? t('mail.shareRecipients.somebody'),
    username: 'user' in data ? data.user.username : '',
    job: 'job' in data ? data.job : '',
    signature: 'signature' in data ? quote(data.signature, maxNameLength) : '',
    size: 'availableBytes' in data ? formatBytes(locale, data.availableBytes) : '',
  });
  return [sentence, ...(share ? describeShare(share) : [])].join('\n');

  function describeShare({ name, files, bytes }: SharedFacts): string[] {
    const contents = t('mail.contents', { count: files, size: formatBytes(locale, bytes) });
    return name === null ? [contents] : [quote(name, maxNameLength), contents];
  }
}
