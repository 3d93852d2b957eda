import { createTransport } from 'nodemailer';
import { isMailbox } from '#sdk/contract/formats/addresses.js';
import { UnsendableError } from './failure.ts';
import type { MailMessage } from './message.ts';
import { renderMail, toHeaderText } from './render.ts';

export interface SmtpSettings {
  isEnabled: boolean;
  host: string;
  port: number;
  /** Where mails come from. */
  email: string;
  /** Empty: the server asks for none. */
  username: string;
  password: string;
  allowUnauthorizedCertificates: boolean;
  /** Stands beside the address. */
  senderName: string;
  /** Host name of the instance. */
  hostname: string;
}

/** A mail with the id that stays the same, however often it is tried. */
export type OutgoingMail = MailMessage & { id: string };

export interface Mailer {
  isEnabled(): boolean;
  /** Other words for other settings. */
  settingsKey(): string;
  /** Resolves when the server has taken the mail, to its last words. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<string>;
}

interface Options {
  /** Read at each mail, so that a change holds for the next. */
  settings: () => SmtpSettings;
  timeouts?: Timeouts;
}

interface Timeouts {
  connect: number;
  idle: number;
}

export function createMailer({ settings, timeouts }: Options): Mailer {
  const deliver = createDelivery(timeouts);
  return {
    isEnabled: () => settings().isEnabled,
    settingsKey: () => JSON.stringify(settings()),
    send: (mail, signal) => deliver(mail, settings(), signal),
  };
}

/** Resolves when the server of the settings has taken the mail, to its last words. */
export type Deliver = (mail: OutgoingMail, smtp: SmtpSettings, signal: AbortSignal) => Promise<string>;

/** Sends by SMTP (RFC 5321), one connection for each mail. */
export function createDelivery(timeouts: Timeouts = { connect: 10_000, idle: 30_000 }): Deliver {
  return async (mail, smtp, signal) => {
    // The library reads further recipients into a text that is not checked before.
    if (!isMailbox(mail.to)) throw new UnsendableError('the recipient is not one address');
    const transport = createTransport({
      host: smtp.host,
      port: smtp.port,
      name: smtp.hostname,
      secure: smtp.port === 465,
      // A password must not travel in the clear because somebody on the way hides STARTTLS.
      requireTLS: smtp.username !== '',
      tls: { rejectUnauthorized: !smtp.allowUnauthorizedCertificates, minVersion: 'TLSv1.2' },
      ...(smtp.username !== '' && { auth: { user: smtp.username, pass: smtp.password } }),
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.connect,
      dnsTimeout: timeouts.connect,
      socketTimeout: timeouts.idle,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { response } = await transport.sendMail({
      // Objects are taken as they are; texts would be parsed for further addresses.
      from: { name: toHeaderText(smtp.senderName), address: smtp.email },
      to: { name: '', address: mail.to },
      envelope: { from: smtp.email, to: [mail.to] },
      // The same at each try: a server that took it before knows it again.
      messageId: `<${mail.id}@${smtp.hostname}>`,
      ...renderMail(mail, smtp.senderName),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    });
    return response;
  };
}
