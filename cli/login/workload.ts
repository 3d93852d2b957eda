import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';

export interface WorkloadRequest {
  server: string;
  tokenStdin: boolean;
  /** Default: the server. */
  audience: string | undefined;
}

/** Signs in with the token that the CI system has signed for this job. Returns the access token. */
export async function signInWorkload(context: Context, request: WorkloadRequest): Promise<string> {
  const token = await findToken(context, request);
  const client = await context.createClient({ server: request.server });
  const { accessToken } = await client.workloadIdentities.signIn({ body: { token } });
  return accessToken;
}

async function findToken({ env, streams }: Context, request: WorkloadRequest): Promise<string> {
  const given = request.tokenStdin ? await text(streams.stdin) : env[clientVariables.workloadToken];
  if (given?.trim()) return given.trim();
  const url = env['ACTIONS_ID_TOKEN_REQUEST_URL'];
  const authorization = env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  if (!request.tokenStdin && url && authorization) {
    return askGithub(url, authorization, request.audience ?? request.server);
  }
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.no_workload_token',
    hint: { key: 'cli.hints.no_workload_token' },
  });
}

const GithubAnswer = z.object({ value: z.string() });

/** https://docs.github.com/en/actions/reference/security/oidc#methods-for-requesting-the-oidc-token */
async function askGithub(requestUrl: string, authorization: string, audience: string): Promise<string> {
  const url = new URL(requestUrl);
  url.searchParams.set('audience', audience);
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${authorization}`, accept: 'application/json' },
    signal: AbortSignal.timeout(30_000),
  });
  const { data } = GithubAnswer.safeParse(await answer.json().catch(() => null));
  if (answer.ok && data) return data.value;
  throw new CliError({
    exit: 'unavailable',
    key: 'cli.errors.github_token_failed',
    params: { status: answer.status },
    hint: { key: 'cli.hints.github_token_failed' },
  });
}
