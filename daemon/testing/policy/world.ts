import type { Scope } from '#sdk/contract/endpoint.js';
import {
  FileId,
  type ShareKey,
  type WebhookDeliveryId,
  type WebhookId,
  type WorkloadIdentityId,
} from '#sdk/contract/formats/primitives.js';
import { workloadScopes } from '#sdk/contract/workload-identities.js';
import {
  newApiKeyId,
  newSessionId,
  newWebhookDeliveryId,
  newWebhookId,
  newWorkloadIdentityId,
} from '../../crypto/ids.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { createAccessTokens, createRefreshTokens } from '../../features/auth/tokens/access-token.ts';
import type { UserRecord } from '../../features/users/types.ts';
import { createWorkloadAccessTokens } from '../../features/workload-identities/access-tokens.ts';
import { addMember, bearer, type Member } from '../members.ts';
import type { TestApp } from '../start-app.ts';
import { metadata, offsetStream } from '../tus.ts';

export interface TestShare {
  id: string;
  key: ShareKey;
  uploadToken: string;
  /** Its finished file, which has a thumbnail. */
  fileId: string;
  /** An upload that lacks bytes; only of a draft. */
  uploadId: string;
}

/** Creates the data for the requests of a test, quickly and without the API where that is possible. */
export type World = ReturnType<typeof createWorld>;

const hour = 3_600_000;

export function createWorld(app: TestApp) {
  const { uow, clock, secretKey, seal } = app.app.core;
  const refreshTokens = createRefreshTokens(secretKey);
  let counter = 0;

  const nextName = () => `name${(counter += 1)}`;
  /** Every request comes from a different address: throttling by address is tested elsewhere. */
  const nextAddress = () => {
    counter += 1;
    return { 'x-forwarded-for': `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter & 255}` };
  };

  const member = (changes: Partial<UserRecord> = {}) => addMember(app, nextName(), changes);

  /** Opens a separate session; `age` of the access token, `left` until the end of the session, in milliseconds. */
  async function session(
    { id: userId }: Pick<Member, 'id'>,
    { age = 0, left = hour, isRevoked = false } = {},
  ) {
    const now = clock.now();
    const id = newSessionId();
    const refreshToken = refreshTokens.create(id);
    const issuer = createAccessTokens(secretKey, { ...clock, now: () => now - age });
    const { token } = await issuer.issue(userId, id, now + hour);
    const record = {
      id,
      userId,
      refreshHash: hashToken(refreshToken),
      spentTokens: [],
      rotatedAt: now,
      createdAt: now,
      expiresAt: now + left,
      userAgent: null,
      ip: null,
    };
    if (!isRevoked) await uow.transaction(({ sessions }) => sessions.insert(record));
    return { id, token, refreshToken };
  }

  async function apiKey(
    { id: userId }: Pick<Member, 'id'>,
    scopes: readonly Scope[],
    { left = hour, isRevoked = false } = {},
  ) {
    const now = clock.now();
    const id = newApiKeyId();
    const secret = newToken(`${tokenPrefixes.apiKey}_${id}`);
    const record = {
      id,
      userId,
      name: 'test',
      secretHash: hashToken(secret),
      scopes,
      createdAt: now,
      expiresAt: now + left,
      lastUsedAt: now,
    };
    if (!isRevoked) await uow.transaction(({ apiKeys }) => apiKeys.insert(record));
    return { id, secret };
  }

  async function workloadIdentity({ id: userId }: Pick<Member, 'id'>): Promise<WorkloadIdentityId> {
    const id = newWorkloadIdentityId();
    const issuer = 'https://ci.example.org';
    const conditions = { issuer, audience: app.url, claims: { repository: 'acme/app' } };
    const record = { id, name: 'test', userId, username: '', scopes: workloadScopes, createdAt: clock.now() };
    await uow.transaction(({ workloadIdentities }) =>
      workloadIdentities.insert({ ...record, ...conditions }),
    );
    return id;
  }

  /** Adds a webhook that nobody can reach, with a delivery. */
  async function webhook(): Promise<{ id: WebhookId; delivery: WebhookDeliveryId }> {
    const id = newWebhookId();
    const delivery = newWebhookDeliveryId();
    const createdAt = clock.now();
    const destination = { url: 'http://127.0.0.1:9', target: null, token: null, secret: null };
    await uow.transaction(async ({ webhooks, webhookDeliveries }) => {
      await webhooks.insert({
        id,
        name: 'test',
        kind: 'standard',
        destination: seal.seal(JSON.stringify(destination), sealPurposes.webhook(id)),
        events: ['job.failed'],
        isEnabled: true,
        failingSince: null,
        createdAt,
      });
      const event = { type: 'webhook.test', timestamp: new Date(createdAt), data: { webhook: 'test' } };
      await webhookDeliveries.insert({
        id: delivery,
        webhookId: id,
        userId: null,
        event: event.type,
        payload: JSON.stringify(event),
        createdAt,
      });
    });
    return { id, delivery };
  }

  let kept: ReturnType<typeof webhook> | undefined;

  /** Issues the access token of a workload with all scopes that one can have. */
  async function workloadToken(
    user: Pick<Member, 'id'>,
    { left = hour, isRevoked = false } = {},
  ): Promise<string> {
    const id = isRevoked ? newWorkloadIdentityId() : await workloadIdentity(user);
    return createWorkloadAccessTokens(secretKey).issue(id, clock.now() + left);
  }

  async function send(path: string, headers: Record<string, string>, body?: string): Promise<Response> {
    const response = await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: { ...nextAddress(), ...headers },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`POST ${path} failed: ${await response.text()}`);
    return response;
  }

  /** Uploads the first byte of a file of `size` bytes; returns the upload's id. */
  async function upload(shareId: string, token: string, size: number): Promise<string> {
    const headers = {
      ...bearer(token),
      ...offsetStream,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': metadata({ shareId, filename: `${size}.txt` }),
    };
    const { headers: answer } = await send('/uploads', headers, 'x');
    return answer.get('location')?.split('/').at(-1) ?? '';
  }

  /** Creates a share with one file; a draft also has an unfinished upload. */
  async function share(owner: Member, state: 'draft' | 'active'): Promise<TestShare> {
    const headers = { ...bearer((await session(owner)).token), 'content-type': 'application/json' };
    const created = (await (await send('/shares', headers, '{}')).json()) as {
      share: { id: string };
      uploadToken: string;
    };
    const { share: made, uploadToken } = created;
    const fileId = await upload(made.id, uploadToken, 1);
    const uploadId = state === 'draft' ? await upload(made.id, uploadToken, 2) : '';
    if (state === 'active') await send(`/shares/${made.id}/complete`, bearer(uploadToken));
    const record = await uow.read.shares.findById(made.id);
    if (!record) throw new Error('the share is not there');
    await addThumbnail(FileId.parse(fileId), record.key);
    return { id: made.id, key: record.key, uploadToken, fileId, uploadId };
  }

  const otherShares = new Map<string, Promise<TestShare>>();

  /** Returns a share that no request is about, one for each owner and state: only its tokens are used. */
  function otherShare(owner: Member, state: 'draft' | 'active'): Promise<TestShare> {
    const key = `${owner.id} ${state}`;
    const made = otherShares.get(key) ?? share(owner, state);
    otherShares.set(key, made);
    return made;
  }

  /** Gives a file a thumbnail, which is no picture. */
  async function addThumbnail(id: FileId, shareKey: ShareKey): Promise<void> {
    await app.app.stores.thumbnails.put(id, Buffer.from('SL'));
    const about = { width: 1, height: 1, hues: [75, 75] as [number, number] };
    const made = { ...about, blobId: id, sizes: { small: 1, large: 1 } };
    await uow.transaction(({ thumbnails }) => thumbnails.accept({ id, shareKey }, made));
  }

  async function reverseShare(owner: Member): Promise<{ id: string; token: string }> {
    const headers = { ...bearer((await session(owner)).token), 'content-type': 'application/json' };
    const made = (await (await send('/reverseShares', headers, '{}')).json()) as { id: string; url: string };
    return { id: made.id, token: made.url.split('/').at(-1) ?? '' };
  }

  /** Issues a share token like those of visitors. */
  async function shareToken(key: ShareKey, { passwordVersion = 0, left = hour } = {}): Promise<string> {
    const token = newToken(tokenPrefixes.share);
    const now = clock.now();
    const grant = { passwordVersion, createdAt: now, expiresAt: now + left };
    await uow.transaction(({ grants }) => grants.save(hashToken(token), key, grant));
    return token;
  }

  return {
    nextName,
    nextAddress,
    member,
    session,
    apiKey,
    workloadIdentity,
    webhook,
    /** One webhook for all requests that keep it: there is a limit. */
    keptWebhook: () => (kept ??= webhook()),
    workloadToken,
    share,
    otherShare,
    addThumbnail,
    reverseShare,
    shareToken,
  };
}
