import { randomBytes } from 'node:crypto';
import { explainFailure, type MailProblem } from './failure.ts';
import { createMask, type Deliver, type SmtpSettings } from './mailer.ts';
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
    const toLine = (text: string) =>
      mask(text)
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, 300);
    try {
      const mail = { ...message, id: randomBytes(16).toString('hex') };
      return { problem: null, answer: toLine(await deliver(mail, smtp, AbortSignal.timeout(timeout))) };
    } catch (error) {
      const { problem, answer } = explainFailure(error);
      return { problem, answer: toLine(answer) };
    }
  };
}
