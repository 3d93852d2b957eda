import { readReturnPath } from '#sdk/contract/formats/return-path.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';

/** Every address of the page, in one table. */
export const paths = {
  home: '/',
  setup: '/setup',
  imprint: '/imprint',
  privacy: '/privacy',
  signIn: '/auth/signIn',
  signUp: '/auth/signUp',
  forgotPassword: '/auth/forgotPassword',
  resetPassword: '/auth/resetPassword',
  confirmEmail: '/auth/confirmEmail',
  program: '/auth/program',
  socialError: '/error',
  upload: '/upload',
  share: '/share/:id',
  shareShort: '/s/:id',
  account: '/account',
  accountPassword: '/account/password',
  accountSecurity: '/account/security',
  accountSocial: '/account/social',
  accountSessions: '/account/sessions',
  accountApiKeys: '/account/apiKeys',
  accountNotifications: '/account/notifications',
  accountPreferences: '/account/preferences',
  accountDelete: '/account/delete',
  myShares: '/account/shares',
  reverseShares: '/account/reverseShares',
  reverseShare: '/account/reverseShares/:id',
  reverseUpload: '/upload/:token',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminAudit: '/admin/audit',
  adminJobs: '/admin/jobs',
  adminMails: '/admin/mails',
  adminWebhooks: '/admin/webhooks',
  adminWorkloads: '/admin/workloads',
  adminMalware: '/admin/malware',
  adminShares: '/admin/shares',
  adminConfigStart: '/admin/config',
  adminConfig: '/admin/config/:category',
} as const;

export function sharePath(id: string): string {
  return `/share/${encodeURIComponent(id)}`;
}

export function reverseSharePath(id: string): string {
  return `${paths.reverseShares}/${encodeURIComponent(id)}`;
}

/** The upload page that continues a draft. */
export function continueUploadPath(id: string): string {
  return `${paths.upload}?${new URLSearchParams({ continue: id })}`;
}

/** The details of an own share. */
export function myShareDetailsPath(id: string): string {
  return `${paths.myShares}?${new URLSearchParams({ share: id })}`;
}

/** The details of any share, for administrators. */
export function anyShareDetailsPath(id: string): string {
  return `${paths.adminShares}?${new URLSearchParams({ share: id })}`;
}

/** The configuration of a category. */
export function adminConfigPath(category: string): string {
  return paths.adminConfig.replace(':category', encodeURIComponent(category));
}

/** The sign-in page, which leads back to `from`. */
export function signInPath(from: string): string {
  return `${paths.signIn}?${new URLSearchParams({ from })}`;
}

/** Leads to the sign-in of a provider and back to `from`. The server handles this address, not the page. */
export function providerSignInPath(provider: OauthProvider, from: string): string {
  return `/api/oauth/auth/${provider}?${new URLSearchParams({ from })}`;
}

/** The page to open after signing in, according to the address of the sign-in page. */
export function returnPath(search: URLSearchParams): string {
  return readReturnPath(search.get('from'), window.location.origin) ?? paths.upload;
}
