import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import type { TotpService } from './totp.ts';

export function createTotpRoutes({ totp }: { totp: TotpService }): Route[] {
  return [
    implement(api.totp.enable, ({ body, actor }) => totp.enable(actor, body.password)),
    implement(api.totp.verify, async ({ body, actor }) => ({
      recoveryCodes: await totp.verify(actor, body),
    })),
    implement(api.totp.disable, ({ body, actor }) => totp.disable(actor, body)),
    implement(api.totp.renewRecoveryCodes, async ({ body, actor }) => ({
      recoveryCodes: await totp.renewRecoveryCodes(actor, body),
    })),
  ];
}
