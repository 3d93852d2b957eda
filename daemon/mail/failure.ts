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

/** Why the last attempt failed, to be told in the words of whoever asks. */
export interface StoredFailure extends Pick<MailFailure, 'problem' | 'answer'> {
  host: string;
  port: number;
}

/** Describes why a mail was not sent. */
export interface MailFailure {
  problem: MailProblem;
  /** The last answer of the mail server, or the problem with its certificate; often empty. Contains no addresses. */
  answer: string;
  /** For log and database; contains no addresses. */
  reason: string;
  /** Retrying cannot help (RFC 5321 §4.2.1): the server refuses this recipient or this message permanently. */
  isPermanent: boolean;
  /** Every other mail would now fail the same way. */
  isOfServer: boolean;
}

/** A mail that no server could accept. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError';
}

/** The properties of errors that the library and Node set in addition to the message. */
interface MailError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
  syscall?: unknown;
  library?: unknown;
  message?: unknown;
}

/** Only these two commands are about the one mail; the others are about us and the server. */
const ownCommands: readonly unknown[] = ['RCPT TO', 'DATA'];

/** `mask` hides what no text may show. */
export function describeFailure(error: unknown, mask: (text: string) => string): MailFailure {
  const { code, command, responseCode, response, message }: MailError = error instanceof Error ? error : {};
  const isOfServer = typeof code === 'string' && !ownCommands.includes(command);
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const parts = [code, command, response ?? message].filter((part) => typeof part === 'string');
  const { problem, answer } = explainFailure(error);
  return {
    problem,
    answer: withoutAddresses(mask(answer)),
    reason: withoutAddresses(mask(parts.join(' '))),
    isPermanent: error instanceof UnsendableError || (ownCommands.includes(command) && status >= 500),
    isOfServer,
  };
}

function withoutAddresses(text: string): string {
  return text
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '[address]')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .slice(0, 300);
}

const byCode: Readonly<Record<string, MailProblem>> = {
  EDNS: 'unknownHost',
  ETIMEDOUT: 'noAnswer',
  EABORT: 'noAnswer',
  ECONNECTION: 'closed',
  ETLS: 'noTls',
};

export function explainFailure(error: unknown): { problem: MailProblem; answer: string } {
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
