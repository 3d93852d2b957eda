import type { UpdateShare } from '#sdk/contract/share-inputs.js';
import type { ShareDetails } from '#sdk/contract/shares.js';

export const formFields = [
  'name',
  'description',
  'expiration',
  'password',
  'maxViews',
  'recipients',
] as const satisfies readonly (keyof UpdateShare)[];

/** The form as a share fills it. No expiration and no password mean: as they are. */
export function valuesOf(share: ShareDetails): UpdateShare {
  return {
    name: share.name ?? '',
    description: share.description ?? '',
    expiration: '',
    password: '',
    ...(share.maxViews !== null && { maxViews: share.maxViews }),
    recipients: share.recipients.map(({ email }) => email),
  };
}

/** What is sent: only what differs. A text that was emptied is removed. */
export function changesOf(share: ShareDetails, body: UpdateShare): UpdateShare {
  const { name = null, description = null, maxViews = null, expiration, password, recipients } = body;
  const before = share.recipients.map(({ email }) => email);
  return {
    ...(name !== share.name && { name }),
    ...(description !== share.description && { description }),
    ...(maxViews !== share.maxViews && { maxViews }),
    ...(expiration !== undefined && { expiration }),
    ...(password !== undefined && { password }),
    ...(recipients !== undefined && !isSame(recipients, before) && { recipients }),
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((email) => b.includes(email));
}
