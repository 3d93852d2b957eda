import { auth } from '#sdk/contract/auth.js';

/** The request of a program on this computer, in the address of the page that it opens. */
export interface ProgramRequest {
  /** The port on which the program listens, on this computer only. */
  port: number;
  /** Sent back to the program unchanged, so that it recognizes the response to its own request */
  state: string;
  codeChallenge: string;
}

const { codeChallenge: codeChallengeSchema } = auth.authorizeProgram.body.shape;

/** null when something is missing, or cannot come from the program. */
export function readProgramRequest(search: URLSearchParams): ProgramRequest | null {
  const port = /^[1-9]\d{0,4}$/.test(search.get('port') ?? '') ? Number(search.get('port')) : 0;
  const state = search.get('state') ?? '';
  const codeChallenge = codeChallengeSchema.safeParse(search.get('challenge'));
  const isComplete = port > 0 && port <= 65_535 && /^[\w.~-]{1,200}$/.test(state) && codeChallenge.success;
  return isComplete ? { port, state, codeChallenge: codeChallenge.data } : null;
}

type ProgramAnswer = { code: string } | { error: 'access_denied' };

/** The address the response goes to: the loopback address, whatever `localhost` is here (RFC 8252, section 8.3). */
export function programAddress({ port, state }: ProgramRequest, answer: ProgramAnswer): string {
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ ...answer, state })}`;
}
