import { createAuthorizationCodes } from './authorization-codes.ts';
import { type Question, type StandIn, type StandInAnswer, startStandIn } from './stand-in.ts';

interface Email {
  email: string;
  primary: boolean;
  verified: boolean;
  visibility: 'public' | 'private' | null;
}

export interface GithubStandIn extends StandIn {
  /** The user in front of it. */
  person: { id: number; login: string; name: string | null; email: string | null; emails: Email[] };
}

const client = { id: 'Iv1.8a61f9b3a7aba766', secret: '0123456789abcdef0123456789abcdef01234567' };

const refusals = {
  invalid_client: [
    'incorrect_client_credentials',
    'The client_id and/or client_secret passed are incorrect.',
  ],
  invalid_grant: ['bad_verification_code', 'The code passed is incorrect or expired.'],
  redirect_uri_mismatch: [
    'redirect_uri_mismatch',
    'The redirect_uri MUST match the registered callback URL for this application.',
  ],
} as const;

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export async function startGithub(): Promise<GithubStandIn> {
  const codes = createAuthorizationCodes(client);

  /** Returns what the bearer may see with one of these scopes. */
  function answerTo(question: Question, scopes: string[], body: () => unknown): StandInAnswer {
    // https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent
    if (!question.headers['user-agent']) return { status: 403, body: { message: 'Forbidden' } };
    const grant = codes.grantOf(question);
    if (!grant) return { status: 401, body: { message: 'Bad credentials', status: '401' } };
    if (!scopes.some((scope) => grant.scopes.includes(scope))) {
      return { status: 404, body: { message: 'Not Found', status: '404' } };
    }
    return { body: body() };
  }

  const standIn = await startStandIn({
    'GET github.com/login/oauth/authorize': codes.authorize,
    'POST github.com/login/oauth/access_token': (question) => {
      const granted = codes.exchange(question);
      const body =
        typeof granted === 'string'
          ? { error: refusals[granted][0], error_description: refusals[granted][1] }
          : { access_token: codes.issue(granted), scope: granted.scopes.join(','), token_type: 'bearer' };
      // A refusal has status 200 too, and a client that does not ask for JSON gets a form.
      if (question.headers.accept?.includes('json')) return { body };
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
      return { headers, body: new URLSearchParams(body).toString() };
    },
    'GET api.github.com/user': (question) =>
      answerTo(question, ['read:user', 'user'], () => {
        const { emails: _, ...user } = github.person;
        return { ...user, node_id: 'MDQ6VXNlcjE=', type: 'User', site_admin: false };
      }),
    'GET api.github.com/user/emails': (question) =>
      answerTo(question, ['user:email', 'user'], () => github.person.emails),
  });
  const github: GithubStandIn = {
    ...standIn,
    client,
    env: {
      FILESHARE_CONFIG_OAUTH_GITHUB_ENABLED: 'true',
      FILESHARE_CONFIG_OAUTH_GITHUB_CLIENT_ID: client.id,
      FILESHARE_CONFIG_OAUTH_GITHUB_CLIENT_SECRET: client.secret,
    },
    person: {
      id: 583231,
      login: 'octo-cat',
      name: 'The Octocat',
      email: null,
      emails: [
        { email: 'octo-cat@example.org', primary: true, verified: true, visibility: 'private' },
        { email: 'other@example.org', primary: false, verified: true, visibility: null },
      ],
    },
  };
  return github;
}
