import { isMailbox } from '#sdk/contract/formats/addresses.js';
import { UnsendableError } from './failure.ts';
import type { MailMessage } from './message.ts';
import { renderMail, toHeaderText } from './render.ts';

export interface SmtpSettings {
  isEnabled: boolean;
  host: string;
  port: number;
  /** The sender's address. */
  email: string;
  /** Empty: the server requires no authentication. */
  username: string;
  password: string;
  allowUnauthorizedCertificates: boolean;
  /** The name shown beside the address. */
  senderName: string;
  /** Host name of the instance. */
  hostname: string;
}

/** A mail with an id that stays the same for every attempt. */
export type OutgoingMail = MailMessage & { id: string };

export interface Mailer {
  isEnabled(): boolean;
  /** Returns the mail server in the settings. */
  server(): Pick<SmtpSettings, 'host' | 'port'>;
  /** Hides the password in what the server answered. */
  mask(text: string): string;
  /** Returns a text that differs for other settings. */
  settingsKey(): string;
  /** Resolves to the server's last answer when the server has accepted the mail. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<string>;
}

interface Options {
  /** Read for each mail, so that a change applies to the next. */
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
    server() {
      const { host, port } = settings();
      return { host, port };
    },
    mask: (text) => createMask(settings())(text),
    settingsKey: () => JSON.stringify(settings()),
    send: (mail, signal) => deliver(mail, settings(), signal),
  };
}

/** Servers repeat what they were sent: their answers must not show the password, however it was encoded. */
export function createMask({ username, password }: SmtpSettings): (text: string) => string {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const secrets = password === '' ? [] : [password, encode(password), encode(`\0${username}\0${password}`)];
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

/** Resolves to the last answer when the server in the settings has accepted the mail. */
export type Deliver = (mail: OutgoingMail, smtp: SmtpSettings, signal: AbortSignal) => Promise<string>;

const usualTimeouts: Timeouts = { connect: 10_000, idle: 30_000 };

/** Sends through SMTP (RFC 5321), with one connection per mail. */
export function createDelivery(timeouts: Timeouts = usualTimeouts): Deliver {
  return async (mail, smtp, signal) => {
    // The library would read further recipients from a text that is not validated.
    if (!isMailbox(mail.to)) throw new UnsendableError('the recipient is not one address');
    const transport = await openTransport(smtp, timeouts);
    const { response } = await transport.sendMail({
      // Objects are used unchanged; texts would be parsed for further addresses.
      from: { name: toHeaderText(smtp.senderName), address: smtp.email },
      to: { name: '', address: mail.to },
      envelope: { from: smtp.email, to: [mail.to] },
      // The same for every attempt: a server that has already accepted the mail recognizes it.
      messageId: `<${mail.id}@${smtp.hostname}>`,
      ...renderMail(mail, smtp.senderName),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    });
    return response;
  };
}

/** Connects to the server in the settings and signs in, as for a mail, but sends none. Rejects if it refuses that. */
export async function verifySmtp(smtp: SmtpSettings, timeouts: Timeouts = usualTimeouts): Promise<void> {
  const transport = await openTransport(smtp, timeouts);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function openTransport(smtp: SmtpSettings, timeouts: Timeouts) {
  // Large, and many instances send no mail.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: smtp.host,
    port: smtp.port,
    name: smtp.hostname,
    secure: smtp.port === 465,
    // A password must not be sent unencrypted because somebody on the network path hides STARTTLS.
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
}
