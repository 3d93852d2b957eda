import { randomBytes } from 'node:crypto';
import type { Deliver, SmtpSettings } from './mailer.ts';
import type { MailMessage } from './message.ts';

/** Problems between this server and a mail server. */
export const mailProblems = [
  'answer',
  'unknownHost',
  'noConnection',
  'noAnswer',
  'closed',
  'notMail',
  'noTls',
  'encryption',
  'certificate',
] as const;

export type MailProblem = (typeof mailProblems)[number];

export interface TrialOutcome {
  /** null: the server has accepted the mail. */
  problem: MailProblem | null;
  /** The last answer of the mail server, or the problem with its certificate; often empty. */
  answer: string;
}

export type TryMail = (message: MailMessage, smtp: SmtpSettings) => Promise<TrialOutcome>;

interface Deps {
  deliver: Deliver;
  /** Milliseconds for the whole attempt. */
  timeout: number;
}

/** Delivers one mail at once, and reports the result. */
export function createTrial({ deliver, timeout }: Deps): TryMail {
  return async (message, smtp) => {
    const mask = createMask(smtp);
    try {
      const mail = { ...message, id: randomBytes(16).toString('hex') };
      return { problem: null, answer: mask(await deliver(mail, smtp, AbortSignal.timeout(timeout))) };
    } catch (error) {
      const { problem, answer } = explain(error);
      return { problem, answer: mask(answer) };
    }
  };
}

/** The properties of errors that the library and Node set in addition to the message. */
interface MailError {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
  syscall?: unknown;
  library?: unknown;
  message?: unknown;
}

const byCode: Readonly<Record<string, MailProblem>> = {
  EDNS: 'unknownHost',
  ETIMEDOUT: 'noAnswer',
  EABORT: 'noAnswer',
  ECONNECTION: 'closed',
  ETLS: 'noTls',
};

function explain(error: unknown): { problem: MailProblem; answer: string } {
  const failure: MailError = error instanceof Error ? error : {};
  const { code, responseCode, response, message } = failure;
  const problem = typeof code === 'string' ? byCode[code] : undefined;
  if (problem) return { problem, answer: '' };
  if (code === 'ESOCKET') return explainSocket(failure);
  if (code === 'EPROTOCOL' && responseCode === undefined) return { problem: 'notMail', answer: '' };
  return { problem: 'answer', answer: String(response ?? message) };
}

/** The library gives errors of connection, encryption and certificate the same code. */
function explainSocket({ syscall, library, message }: MailError): { problem: MailProblem; answer: string } {
  if (syscall === 'connect') return { problem: 'noConnection', answer: '' };
  if (syscall !== undefined) return { problem: 'closed', answer: '' };
  if (library !== undefined) return { problem: 'encryption', answer: '' };
  return { problem: 'certificate', answer: String(message) };
}

/** Servers repeat what they were sent: the password must not be shown in their answer. */
function createMask({ username, password }: SmtpSettings): (text: string) => string {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const secrets = password === '' ? [] : [password, encode(password), encode(`\0${username}\0${password}`)];
  return (text) =>
    secrets
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
      .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, 300);
}
