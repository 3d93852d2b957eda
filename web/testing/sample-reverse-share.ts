import { ReverseShare, ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';

export const sampleToken = `fsq_${'a'.repeat(43)}`;

/** As `reverseShares.get` answers it. */
export const sampleReverseShare = ReverseShare.parse({
  id: 'a'.repeat(32),
  name: 'Wedding',
  description: 'Your pictures, please.',
  state: 'open',
  createdAt: '2030-01-01T00:00:00.000Z',
  expiresAt: '2030-02-01T00:00:00.000Z',
  shareExpiration: null,
  maxShareSize: 5_000_000_000,
  maxUses: 20,
  remainingUses: 13,
  shareCount: 7,
  size: 2_300_000_000,
  cover: null,
  sendsNotification: false,
  hasPassword: true,
  requiresSignIn: false,
  hasSimpleForm: false,
  url: `http://localhost:3000/upload/${sampleToken}`,
});

/** As `reverseShares.invitation` answers it. */
export const sampleInvitation = ReverseShareInvitation.parse({
  name: 'Wedding',
  description: 'Your pictures, please.',
  owner: 'mia',
  expiresAt: '2030-02-01T00:00:00.000Z',
  maxShareSize: 5_000_000,
  hasPassword: false,
  requiresSignIn: false,
  hasSimpleForm: false,
});
