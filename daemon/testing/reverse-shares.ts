import type { CreateReverseShare, ReverseShare } from '#sdk/contract/reverse-shares.js';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from './browser.ts';
import type { Draft } from './drafts.ts';
import type { TestApp } from './start-app.ts';

export interface TestReverseShare extends ReverseShare {
  token: string;
}

export async function createReverseShare(
  client: NodeClient,
  body: CreateReverseShare = {},
): Promise<TestReverseShare> {
  const made = await client.reverseShares.create({ body });
  return { ...made, token: made.url.split('/').at(-1) ?? '' };
}

export interface Sent {
  status: number;
  /** Error code of the catalogue; undefined: the request was accepted. */
  error: string | undefined;
  /** Names of the invalid fields. */
  fields: string[];
  draft: Draft;
}

let senders = 0;

/** Creates a share through a reverse share, from a new address. */
export async function sendBy(
  { url }: TestApp,
  { token, ...json }: { token: string; linkPassword?: string } & Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Sent> {
  senders += 1;
  const { linkPassword, ...rest } = json;
  const answer = await createCaller(url)('/shares', {
    json: { ...rest, reverseShare: { token, ...(linkPassword !== undefined && { password: linkPassword }) } },
    headers: { 'x-forwarded-for': `10.9.${senders >> 8}.${senders & 255}`, ...headers },
  });
  const body = answer.body as {
    error?: string;
    issues?: { field: string; code: string }[];
    share?: { id: string };
    uploadToken?: string;
  };
  return {
    status: answer.status,
    error: body.error,
    fields: (body.issues ?? []).map(({ field, code }) => `${field} ${code}`),
    draft: { id: body.share?.id ?? '', token: body.uploadToken ?? '' },
  };
}
