import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  ApiKeyId,
  FileId,
  ReverseShareId,
  SessionId,
  ShareId,
  ShareKey,
  UploadId,
  UserId,
  WebhookDeliveryId,
  WebhookId,
  WorkloadIdentityId,
} from '#sdk/contract/formats/primitives.js';

/** 128 random bits in hexadecimal. */
const hexId = () => randomBytes(16).toString('hex');

export const newUserId = () => UserId.parse(hexId());
export const newSessionId = () => SessionId.parse(hexId());
export const newApiKeyId = () => ApiKeyId.parse(hexId());
export const newWorkloadIdentityId = () => WorkloadIdentityId.parse(hexId());
export const newWebhookId = () => WebhookId.parse(hexId());
export const newWebhookDeliveryId = () => WebhookDeliveryId.parse(hexId());
export const newReverseShareId = () => ReverseShareId.parse(hexId());
export const newMailId = hexId;
export const newServerId = hexId;
export const newInstanceId = hexId;
export const newFolderId = hexId;
export const newRunId = hexId;
export const newShareKey = () => ShareKey.parse(hexId());
/** Derives a share key from a text that nobody else can know: the same text, the same key. */
export const shareKeyOf = (text: string) =>
  ShareKey.parse(createHash('sha256').update(text).digest('hex').slice(0, 32));
export const newUploadId = () => UploadId.parse(hexId());

export const newFileId = () => FileId.parse(hexId());

/** An upload becomes the file with the same id. */
export const fileIdOf = (upload: UploadId) => FileId.parse(upload);

const linkAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a link that cannot be guessed: 16 characters have 95 bits. */
export function newShareId(length: number): ShareId {
  const characters = Array.from({ length }, () => linkAlphabet[randomInt(linkAlphabet.length)]);
  return ShareId.parse(characters.join(''));
}
