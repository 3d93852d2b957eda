import { generalRows } from './general.ts';
import { legalRows } from './legal.ts';
import { policyRows } from './policies.ts';
import type { ConfigRow } from './rows.ts';
import { shareRows } from './share.ts';
import { emailSwitches, ldapSwitches, oauthSwitches, proxySwitches, smtpSwitches } from './switches.ts';

/** The rows of all public variables, and a few of their neighbours. */
const rows = {
  ...generalRows,
  ...shareRows,
  ...policyRows,
  ...legalRows,
  ...emailSwitches,
  ...smtpSwitches,
  ...oauthSwitches,
  ...ldapSwitches,
  ...proxySwitches,
} as const satisfies Record<string, ConfigRow>;

type Rows = typeof rows;

/** A variable that everyone may read. */
export type PublicConfigKey = {
  [K in keyof Rows]: Rows[K]['visibility'] extends 'public' ? K : never;
}[keyof Rows];

/** The rows of all public variables. The page gets their types and defaults only, see `web/build/lean-contract.ts`. */
export const publicRows = Object.fromEntries(
  Object.entries(rows).filter(([, { visibility }]) => visibility === 'public'),
) as Pick<Rows, PublicConfigKey>;
