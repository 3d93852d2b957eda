import { CurrentUser } from '#sdk/contract/users.js';

/** As `users.me` answers it. */
export const sampleUser = CurrentUser.parse({
  id: '0123456789abcdef0123456789abcdef',
  username: 'mia',
  displayName: null,
  email: 'mia@example.org',
  isAdmin: false,
  hasPassword: true,
  totpEnabled: false,
  totpRequired: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  accessTokenExpiresAt: '2099-01-01T00:00:00.000Z',
  pendingEmail: null,
});
