import { generate } from 'otplib/functional';
import type { NodeClient } from '#sdk/index.js';
import { password } from './clients.ts';
import type { FakeClock } from './fake-clock.ts';

/** The phone of a user with a second factor. */
export interface Authenticator {
  secret: string;
  recoveryCodes: string[];
  /** Returns the code of the current time step, or of the one `steps` away. */
  code(steps?: number): Promise<string>;
  /** Returns six digits that are not the code of any nearby step. */
  wrongCode(): Promise<string>;
}

const step = 30_000;

/** Turns the second factor of the signed-in user on. This uses up the code of the current time step. */
export async function enableTotp(client: NodeClient, clock: FakeClock): Promise<Authenticator> {
  const { totpSecret: secret } = await client.totp.enable({ body: { password } });
  const code = (steps = 0) => generate({ secret, epoch: Math.floor((clock.now() + steps * step) / 1000) });
  const { recoveryCodes } = await client.totp.verify({ body: { password, code: await code() } });
  return {
    secret,
    recoveryCodes,
    code,
    async wrongCode() {
      const right = await Promise.all([-2, -1, 0, 1, 2].map(code));
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
        (digits) => !right.includes(digits),
      ) as string;
    },
  };
}
