import type { OwnerMails } from '#sdk/contract/owner-mails.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import type { Clock } from '../../crypto/clock.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { DownloadedShare, OwnedShareRow } from './repo.ts';

interface Deps {
  config: ConfigReader;
  clock: Pick<Clock, 'now'>;
  /** Clips text that somebody has written, so that no link in it can be clicked. */
  quote(text: string, maxLength: number): string;
}

type Body = Omit<MailMessage, 'to'>;

/** Mails to owners about their shares, in the language of the instance. */
export interface ComposeOwnerMails {
  firstDownload(share: OwnedShareRow): Body;
  expiresTomorrow(share: OwnedShareRow): Body;
  dailyDownloads(shares: readonly DownloadedShare[]): Body;
}

const maxNameLength = 60;
const day = 24 * 3_600_000;

export function createComposeOwnerMails({ config, clock, quote }: Deps): ComposeOwnerMails {
  const urlOf = (path: string) => `${config.get('general.appUrl').replace(/\/$/, '')}${path}`;

  const translator = () => translatorFor([config.get('general.defaultLocale')]);

  function compose(
    kind: keyof OwnerMails,
    { lines, path }: { lines: readonly string[]; path: string },
  ): Body {
    const { t, locale } = translator();
    const link = urlOf(path);
    const hint = `${t('mail.ownerHint')}\n${urlOf('/account/notifications')}`;
    return {
      kind,
      subject: t(`mail.owner.${kind}.subject`, { appName: config.get('general.appName') }),
      text: [t(`mail.owner.${kind}.message`), ...lines, link, hint].join('\n\n'),
      link,
      locale,
      expiresAt: clock.now() + day,
    };
  }

  function label({ name, files, size }: Pick<DownloadedShare, 'name' | 'files' | 'size'>): string {
    const { t, locale } = translator();
    const contents = t('mail.contents', { count: files, size: formatBytes(locale, size) });
    return name === null ? contents : `${quote(name, maxNameLength)} (${contents})`;
  }

  const pathOf = ({ id }: OwnedShareRow) =>
    `/account/shares?${new URLSearchParams({ share: id }).toString()}`;

  return {
    firstDownload: (share) => compose('firstDownload', { lines: [label(share)], path: pathOf(share) }),

    expiresTomorrow: (share) =>
      compose('expiresTomorrow', {
        lines: [`${label(share)}\n${formatEnd(translator().locale, share.expiresAt ?? 0)}`],
        path: pathOf(share),
      }),

    dailyDownloads: (shares) =>
      compose('dailyDownloads', {
        lines: [
          shares
            .map((share) => `${formatNumber(translator().locale, share.downloads)} × ${label(share)}`)
            .join('\n'),
        ],
        path: '/account/shares',
      }),
  };
}

/** The owner's time zone is not known, so the mail names the one it uses. */
function formatEnd(locale: string, moment: number): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(moment);
}
