import { metadata, offsetStream } from '../tus.ts';
import {
  code,
  inBothStates,
  keyHoldersOnly,
  membersOnly,
  newAccount,
  newPassword,
  noPicture,
  onFile,
  onPath,
  onReverseShare,
  onShare,
  onUpload,
  onUser,
  onWebhook,
  ownOnly,
  plain,
  type RequestRow,
  tus,
  withoutOpening,
  withPassword,
} from './request-rows.ts';

/** Every endpoint, by feature and name. The test fails if one is missing. */
export const requests: Readonly<Record<string, readonly RequestRow[]>> = {
  'system.health': [plain],
  'system.ready': [plain],
  'system.openapi': [plain],
  'system.docs': [plain],
  'system.confirmClock': [plain],
  'system.release': [plain],
  'system.publicAddress': [plain],
  'system.metrics': [plain],
  'statistics.overview': [plain],

  'configs.list': [plain],
  'configs.listCategory': [{ build: () => ({ params: { category: 'share' } }) }],
  'configs.update': [{ build: () => ({ json: [{ key: 'share.maxFiles', value: '' }] }) }],
  'configs.finishSetup': [{ ...plain, answers: ['setup_already_done'] }],
  'configs.testEmail': [
    { answers: ['smtp_incomplete'], build: () => ({ json: { email: 'ann@example.org' } }) },
  ],
  'configs.testDirectory': [{ answers: ['ldap_incomplete'], build: () => ({ json: { username: 'ann' } }) }],
  'configs.previewMail': [{ build: () => ({ json: { template: 'invite', subject: '', message: '' } }) }],
  'configs.uploadLogo': [{ answers: ['logo_not_png'], build: () => noPicture }],
  'configs.uploadCover': [{ answers: ['cover_wrong_type'], build: () => noPicture }],

  'auth.setupStatus': [plain],
  'auth.setup': [
    {
      answers: ['setup_already_done'],
      build: ({ world, owner }) => ({ json: { setupToken: 'x', ...newAccount(world, owner.password) } }),
    },
  ],
  'auth.signUp': [{ build: ({ world, owner }) => ({ json: newAccount(world, owner.password) }) }],
  'auth.signIn': [
    {
      answers: ['credentials_wrong'],
      build: ({ owner }) => ({ json: { username: owner.username, password: owner.password } }),
    },
  ],
  'auth.signInTotp': [
    { answers: ['login_token_invalid'], build: () => ({ json: { totp: '123456', loginToken: 'x' } }) },
  ],
  'auth.signOut': [plain],
  'auth.refresh': [
    {
      build: async ({ world, owner }) => {
        const { refreshToken } = await world.session(owner);
        return { json: { refreshToken } };
      },
    },
  ],
  'auth.requestPasswordReset': [{ build: ({ owner }) => ({ params: { email: owner.email } }) }],
  'auth.resetPassword': [
    { answers: ['link_invalid'], build: () => ({ json: { token: 'x', password: newPassword } }) },
  ],
  'auth.changePassword': [
    { build: ({ owner }) => ({ json: { oldPassword: owner.password, password: newPassword } }) },
  ],
  'auth.authorizeProgram': [{ build: () => ({ json: { codeChallenge: 'c'.repeat(43) } }) }],
  'auth.signInProgram': [
    {
      answers: ['authorization_code_invalid'],
      build: () => ({ json: { code: 'x', codeVerifier: 'v'.repeat(43) } }),
    },
  ],
  'auth.confirmEmail': [{ answers: ['link_invalid'], build: () => ({ json: { token: 'x' } }) }],

  'oauth.available': [plain],
  'oauth.status': [plain],
  'oauth.signIn': [{ build: () => ({ params: { provider: 'github' } }) }],
  'oauth.callback': [{ build: () => ({ params: { provider: 'github' } }) }],
  'oauth.link': [
    {
      answers: ['oauth_unavailable'],
      build: ({ owner }) => ({ params: { provider: 'github' }, json: { password: owner.password } }),
    },
  ],
  'oauth.unlink': [
    {
      answers: ['oauth_not_linked'],
      build: ({ owner }) => ({ params: { provider: 'github' }, json: { password: owner.password } }),
    },
  ],

  'totp.enable': [withPassword],
  'totp.verify': [
    {
      answers: ['totp_not_enabled'],
      build: ({ owner }) => ({ json: { ...code, password: owner.password } }),
    },
  ],
  'totp.disable': [
    {
      answers: ['totp_not_enabled'],
      build: ({ owner }) => ({ json: { ...code, password: owner.password } }),
    },
  ],
  'totp.renewRecoveryCodes': [
    {
      answers: ['totp_not_enabled'],
      build: ({ owner }) => ({ json: { ...code, password: owner.password } }),
    },
  ],

  'sessions.list': [plain],
  'sessions.end': [
    {
      exceptions: ownOnly,
      build: async ({ world, owner }) => ({ params: { id: (await world.session(owner)).id } }),
    },
  ],
  'sessions.endOthers': [plain],

  'apiKeys.list': [plain],
  'apiKeys.create': [
    {
      build: ({ owner }) => ({
        json: { name: 'test', scopes: ['shares:read'], password: owner.password },
      }),
    },
  ],
  'apiKeys.revoke': [
    {
      exceptions: ownOnly,
      build: async ({ world, owner }) => ({
        params: { id: (await world.apiKey(owner, ['shares:read'])).id },
      }),
    },
  ],

  'workloadIdentities.list': [plain],
  'workloadIdentities.create': [
    {
      build: ({ world, owner }) => ({
        json: {
          name: world.nextName(),
          userId: owner.id,
          issuer: 'https://ci.example.org',
          claims: { repository: 'acme/app' },
          scopes: ['shares:write'],
          password: owner.password,
        },
      }),
    },
  ],
  'workloadIdentities.remove': [
    { build: async ({ world, owner }) => ({ params: { id: await world.workloadIdentity(owner) } }) },
  ],
  'workloadIdentities.signIn': [{ answers: ['workload_refused'], build: () => ({ json: { token: 'x' } }) }],

  'users.me': [plain],
  'users.updateMe': [
    { build: ({ world, owner }) => ({ json: { username: world.nextName(), password: owner.password } }) },
  ],
  'users.myUsage': [plain],
  'users.removeMe': [withPassword],
  'ownerMails.get': [plain],
  'ownerMails.update': [{ build: () => ({ json: { firstDownload: true } }) }],

  'users.list': [plain],
  'users.adminsWithoutTotp': [plain],
  'users.get': [onUser()],
  'users.create': [{ build: ({ world, owner }) => ({ json: newAccount(world, owner.password) }) }],
  'users.update': [onUser(({ world }) => ({ username: world.nextName() }))],
  'users.remove': [onUser()],
  'users.invite': [{ ...onUser(), answers: ['user_has_password'] }],
  'users.endSessions': [onUser()],
  'users.removeTotp': [{ ...onUser(), answers: ['totp_not_enabled'] }],

  'shares.create': [
    { exceptions: membersOnly, build: () => ({ json: {} }) },
    {
      // Needs no account; but a caller with an invalid credential is told so.
      exceptions: { dead: 'session_expired' },
      build: async ({ world, owner }) => {
        const { token } = await world.reverseShare(owner);
        return { json: { reverseShare: { token } } };
      },
    },
  ],
  'shares.isShareIdAvailable': [
    { exceptions: membersOnly, build: ({ world }) => ({ params: { id: world.nextName() } }) },
  ],
  'shares.list': [plain],
  'shares.listAll': [plain],
  'shares.get': inBothStates(onShare),
  'shares.visit': [onShare('active')],
  'shares.open': [onShare('active', { json: {} })],
  'shares.getOwned': inBothStates(onShare),
  'shares.update': inBothStates((share) => onShare(share, { json: { name: 'New', maxViews: 5 } })),
  'shares.append': inBothStates((share) => onShare(share, { json: { files: { count: 1, size: 10 } } })),
  'shares.complete': inBothStates((share) => ({ ...onShare(share), answers: ['share_incomplete'] })),
  'shares.remove': inBothStates(onShare),

  'reverseShares.create': [{ build: () => ({ json: {} }) }],
  'reverseShares.list': [plain],
  'reverseShares.get': [onReverseShare()],
  'reverseShares.update': [onReverseShare({ isClosed: true })],
  'reverseShares.remove': [onReverseShare()],
  'reverseShares.invitation': [
    { build: async ({ world, owner }) => ({ params: { token: (await world.reverseShare(owner)).token } }) },
  ],

  'files.list': inBothStates(onShare),
  'files.listOwned': inBothStates(onShare),
  'files.download': inBothStates(onFile),
  'files.thumbnail': inBothStates((share) => ({
    share,
    build: (cell) => ({ params: { id: cell.share.id, fileId: cell.share.fileId, size: 'small' } }),
  })),
  'files.sendThumbnail': inBothStates((share) => ({
    share,
    answers: ['thumbnail_not_accepted'],
    build: ({ share: { id } }) => ({ params: { id }, query: { path: '1.txt' }, ...noPicture }),
  })),
  'files.archive': inBothStates(onShare),
  'files.bundle': inBothStates((share) => ({
    share,
    build: (cell) => ({ params: { id: cell.share.id }, json: { files: [cell.share.fileId] } }),
  })),
  'files.sha256sums': inBothStates(onShare),
  'files.remove': inBothStates((share) => ({ ...onFile(share), answers: ['share_empty'] })),

  'direct.share': [onShare('draft'), { ...onShare('active'), exceptions: withoutOpening }],
  'direct.file': [onPath('draft'), { ...onPath('active'), exceptions: withoutOpening }],

  'uploads.create': [
    {
      share: 'draft',
      build: ({ share }) => ({
        headers: {
          ...tus,
          'upload-length': '3',
          'upload-metadata': metadata({ shareId: share.id, filename: 'new.txt' }),
        },
      }),
    },
  ],
  'uploads.offset': [onUpload({ headers: tus })],
  'uploads.append': [onUpload({ headers: { ...tus, ...offsetStream, 'upload-offset': '1' }, body: 'y' })],
  'uploads.cancel': [onUpload({ headers: tus })],
  'uploads.put': [
    {
      exceptions: keyHoldersOnly,
      build: () => ({
        params: { filename: 'new.txt' },
        headers: { accept: 'application/json', 'x-requested-with': 'test' },
        body: 'x',
      }),
    },
  ],

  'audit.list': [plain],
  'audit.export': [plain],

  'jobs.list': [plain],
  'jobs.run': [{ build: () => ({ params: { name: 'throttle.sweep' } }) }],

  'mails.list': [plain],

  'malware.list': [plain],
  'malware.release': [
    { answers: ['malware_not_found'], build: () => ({ params: { fileId: 'a'.repeat(32) } }) },
  ],

  'webhooks.list': [plain],
  'webhooks.create': [
    {
      build: () => ({
        json: { name: 'test', kind: 'standard', url: 'https://hooks.invalid', events: ['job.failed'] },
      }),
    },
  ],
  'webhooks.update': [onWebhook({ isEnabled: true })],
  'webhooks.remove': [{ build: async ({ world }) => ({ params: { id: (await world.webhook()).id } }) }],
  'webhooks.test': [onWebhook()],
  'webhooks.deliveries': [plain],
  'webhooks.redeliver': [
    { build: async ({ world }) => ({ params: { id: (await world.keptWebhook()).delivery } }) },
  ],
};
