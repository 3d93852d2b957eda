import { createHash, randomUUID } from 'node:crypto';
import type { Question, StandInAnswer } from './stand-in.ts';

/** A code or token that a user has agreed to. */
export interface Grant {
  scopes: string[];
  nonce: string | null;
}

/** Why a code is refused (RFC 6749, section 5.2). */
type Refusal = 'invalid_client' | 'invalid_grant' | 'redirect_uri_mismatch';

export interface AuthorizationCodes {
  /** Sends the user back after they answered yes or no (RFC 6749, section 4.1.2). */
  authorize(question: Question): StandInAnswer;
  /** Returns what is granted for the code of the form, once. */
  exchange(question: Question): Grant | Refusal;
  /** Issues a token for a grant. */
  issue(grant: Grant): string;
  /** Returns what the bearer of the request may do, or null. */
  grantOf(question: Question): Grant | null;
}

interface Request extends Grant {
  clientId: string;
  redirectUri: string;
  challenge: string;
}

/** The codes and tokens of a provider with one client. */
export function createAuthorizationCodes(client: { id: string; secret: string }): AuthorizationCodes {
  const codes = new Map<string, Request>();
  const tokens = new Map<string, Grant>();

  return {
    authorize({ query }) {
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('state', query.get('state') ?? '');
      if (query.get('answer') === 'no') {
        back.searchParams.set('error', 'access_denied');
      } else {
        const code = randomUUID();
        codes.set(code, readRequest(query));
        back.searchParams.set('code', code);
      }
      return { status: 302, headers: { location: back.href } };
    },
    exchange(question) {
      if (!isClient(question, client)) return 'invalid_client';
      const { form } = question;
      const code = form.get('code') ?? '';
      const request = codes.get(code);
      codes.delete(code);
      if (!request) return 'invalid_grant';
      if (request.redirectUri !== form.get('redirect_uri')) return 'redirect_uri_mismatch';
      const verifier = form.get('code_verifier') ?? '';
      const isVerified = createHash('sha256').update(verifier).digest('base64url') === request.challenge;
      return isVerified && request.clientId === client.id ? request : 'invalid_grant';
    },
    issue(grant) {
      const token = randomUUID();
      tokens.set(token, grant);
      return token;
    },
    grantOf: ({ headers }) => tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '') ?? null,
  };
}

/** A request without a challenge, or for anything but a code, is a mistake. */
function readRequest(query: URLSearchParams): Request {
  const required = (name: string): string => {
    const value = query.get(name);
    if (!value) throw new Error(`the request has no ${name}`);
    return value;
  };
  if (required('response_type') !== 'code' || required('code_challenge_method') !== 'S256') {
    throw new Error('the request asks for something else than a code with PKCE');
  }
  return {
    clientId: required('client_id'),
    redirectUri: required('redirect_uri'),
    challenge: required('code_challenge'),
    scopes: required('scope').split(' '),
    nonce: query.get('nonce'),
  };
}

/** Authenticates the client with HTTP Basic or in the form (RFC 6749, section 2.3.1). */
function isClient({ headers, form }: Question, client: { id: string; secret: string }): boolean {
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')];
  return id === client.id && secret === client.secret;
}
