import type { UserId } from '#sdk/contract/formats/primitives.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import type { Clock } from '../../crypto/clock.ts';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import { day } from './policy.ts';
import type { WebhookRecord } from './types.ts';

interface Deps {
  config: ConfigReader;
  clock: Pick<Clock, 'now'>;
  outbox: Pick<Outbox, 'add'>;
}

interface NoticeTransaction {
  repos: {
    outbox: OutboxRepo;
    users: { listAdmins(): Promise<readonly { id: UserId; email: string }[]> };
  };
  afterCommit: AfterCommit;
}

/** Mails the administrators that a webhook was turned off, within the transaction that does so. */
export function createTellAdministrators({ config, clock, outbox }: Deps) {
  return async (tx: NoticeTransaction, { name }: WebhookRecord): Promise<void> => {
    if (!config.get('smtp.enabled')) return;
    const { t, locale } = translatorFor([config.get('general.defaultLocale')]);
    const link = `${config.get('general.appUrl').replace(/\/$/, '')}/admin/webhooks`;
    const values = { name, appName: config.get('general.appName') };
    const body = {
      kind: 'webhookDisabled',
      subject: t('mail.webhookDisabled.subject', values),
      text: `${t('mail.webhookDisabled.message', values)}\n\n${link}`,
      link,
      locale,
      expiresAt: clock.now() + day,
    };
    for (const { id, email } of await tx.repos.users.listAdmins()) {
      await outbox.add(tx, { ...body, to: email }, { userId: id });
    }
  };
}
