/** Describes why a mail was not sent. */
export interface MailFailure {
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

interface ErrorLike {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
  message?: unknown;
}

/** Only these two commands are about the one mail; the others are about us and the server. */
const ownCommands: readonly unknown[] = ['RCPT TO', 'DATA'];

export function describeFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response, message }: ErrorLike = error instanceof Error ? error : {};
  const isOfServer = typeof code === 'string' && !ownCommands.includes(command);
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const parts = [code, command, response ?? message].filter((part) => typeof part === 'string');
  return {
    reason: withoutAddresses(parts.join(' ')),
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
