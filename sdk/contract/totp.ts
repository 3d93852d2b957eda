import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { CurrentPassword, SecondFactor, TotpCode } from './formats/primitives.ts';

const RecoveryCodes = z.strictObject({
  /** Each can be used once instead of a code. They are shown only now. */
  recoveryCodes: z.array(z.string()),
});

const proof = z.strictObject({ code: SecondFactor, password: CurrentPassword });

/** Two-factor sign-in with time-based codes (RFC 6238). */
export const totp = {
  enable: defineEndpoint({
    method: 'POST',
    path: '/auth/totp/enable',
    access: 'user',
    apiKey: 'session',
    beforeTotp: true,
    summary: 'Create a secret for an authenticator app; it takes effect once a code is verified',
    body: z.strictObject({ password: CurrentPassword }),
    response: z.strictObject({
      /** The `otpauth://` address in the QR code. */
      totpAuthUrl: z.string(),
      /** For manual entry, in Base32. */
      totpSecret: z.string(),
      /** The QR code as an image in a `data:` URL. */
      qrCode: z.string(),
    }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'totp_enabled'],
  }),
  verify: defineEndpoint({
    method: 'POST',
    path: '/auth/totp/verify',
    access: 'user',
    apiKey: 'session',
    beforeTotp: true,
    summary: 'Turn on two-factor authentication with a first code; ends all your other sessions',
    body: z.strictObject({ code: TotpCode, password: CurrentPassword }),
    response: RecoveryCodes,
    errors: ['password_wrong', 'fresh_sign_in_required', 'totp_wrong', 'totp_enabled', 'totp_not_enabled'],
  }),
  disable: defineEndpoint({
    method: 'POST',
    path: '/auth/totp/disable',
    access: 'user',
    apiKey: 'session',
    summary: 'Turn off two-factor authentication; ends all your other sessions',
    body: proof,
    errors: ['password_wrong', 'fresh_sign_in_required', 'totp_wrong', 'totp_not_enabled', 'totp_mandatory'],
  }),
  renewRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/auth/totp/recoveryCodes',
    access: 'user',
    apiKey: 'session',
    summary: 'Generate new recovery codes; ends all your other sessions',
    body: proof,
    response: RecoveryCodes,
    errors: ['password_wrong', 'fresh_sign_in_required', 'totp_wrong', 'totp_not_enabled'],
  }),
};
