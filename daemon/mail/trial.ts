import { randomBytes } from 'node:crypto';
import { explainFailure, type MailProblem } from './failure.ts';
import type { Deliver, SmtpSettings } from './mailer.ts';
import type { MailMessage } from './message.ts';

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
      const { problem, answer } = explainFailure(error);
      return { problem, answer: mask(answer) };
    }
  };
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
