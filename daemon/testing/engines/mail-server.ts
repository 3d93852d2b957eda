import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] };
  /** Whether the connection was encrypted. */
  isSecure: boolean;
  raw: string;
}

export interface MailServer {
  port: number;
  /** All mails that arrived, oldest first. */
  mails: ReceivedMail[];
  /** Ids of the messages that were refused after they had been read. */
  refused: string[];
  /** Number of attempts to sign in. */
  logins: number;
  /** The environment of an instance that sends through this server. */
  env: Record<string, string>;
  /** Makes the server refuse the next `times` commands of this kind. */
  refuse(command: 'RCPT' | 'DATA', responseCode: number, times?: number): void;
  close(): Promise<void>;
}

interface Options {
  /** Requires these credentials; otherwise it accepts mail from everybody. */
  login?: { user: string; pass: string };
  offersTls?: boolean;
  port?: number;
}

/** A real SMTP server on a free port of this machine. */
export async function startMailServer({
  login,
  offersTls = true,
  port = 0,
}: Options = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refused: string[] = [];
  let logins = 0;
  const refusals: { command: string; responseCode: number }[] = [];

  function refusalOf(command: string): Error | null {
    const at = refusals.findIndex((refusal) => refusal.command === command);
    const [refusal] = at === -1 ? [] : refusals.splice(at, 1);
    if (!refusal) return null;
    return Object.assign(new Error('refused <bob@example.org>'), { responseCode: refusal.responseCode });
  }

  const options: SMTPServerOptions = {
    logger: false,
    authOptional: !login,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, callback) {
      logins += 1;
      const isRight = username === login?.user && password === login?.pass;
      callback(isRight ? null : new Error('wrong user name or password'), { user: username });
    },
    onRcptTo: (_address, _session, callback) => callback(refusalOf('RCPT')),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const refusal = refusalOf('DATA');
        if (refusal) {
          refused.push(/^message-id: <(.*)>/im.exec(raw.toString())?.[1] ?? '');
          return callback(refusal);
        }
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        };
        void PostalMime.parse(raw).then((mail) => {
          mails.push({ ...mail, envelope, isSecure: session.secure, raw: raw.toString() });
          callback();
        });
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined);
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const { port: actual } = listener.address() as AddressInfo;

  return {
    port: actual,
    mails,
    refused,
    get logins() {
      return logins;
    },
    env: {
      FILESHARE_CONFIG_SMTP_ENABLED: 'true',
      FILESHARE_CONFIG_SMTP_HOST: '127.0.0.1',
      FILESHARE_CONFIG_SMTP_PORT: String(actual),
      FILESHARE_CONFIG_SMTP_EMAIL: 'fileshare@example.org',
      FILESHARE_CONFIG_SMTP_ALLOW_UNAUTHORIZED_CERTIFICATES: 'true',
      ...(login && {
        FILESHARE_CONFIG_SMTP_USERNAME: login.user,
        FILESHARE_CONFIG_SMTP_PASSWORD: login.pass,
      }),
    },
    refuse(command, responseCode, times = 1) {
      for (let count = 0; count < times; count += 1) refusals.push({ command, responseCode });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
