import * as z from 'zod/mini';
import { CreateWorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { defineCommand } from '../../../command.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { findUser } from '../../../find/user.ts';
import { currentPasswordOptions, readCurrentPassword } from '../../../options/passwords.ts';
import { readArguments } from '../../../options/read.ts';
import { connect } from '../../../server/connect.ts';

const { issuer, audience, scopes, name: Name } = CreateWorkloadIdentity.shape;

const NameArgument = z.strictObject({ workload: Name });

export const create = defineCommand({
  args: [{ name: 'workload', field: 'name', required: true }],
  options: z.strictObject({
    user: z.string().check(z.meta({ value: 'USER', field: 'userId', text: 'workload_user' })),
    issuer: issuer.check(z.meta({ value: 'URL' })),
    audience,
    claim: z.array(z.string()).check(z.minLength(1), z.meta({ value: 'NAME=VALUE', field: 'claims' })),
    scope: scopes.check(z.meta({ field: 'scopes' })),
    ...currentPasswordOptions,
  }),
  async run(context, { args: [workload], options }) {
    const { workload: name } = readArguments(context.translator, NameArgument, { workload });
    const claims = Object.fromEntries(options.claim.map(readClaim));
    const connection = await connect(context);
    const { client } = connection;
    const user = await findUser(client, options.user);
    const password = await readCurrentPassword(context, connection, options);
    return client.workloadIdentities.create({
      body: {
        name,
        userId: user.id,
        issuer: options.issuer,
        ...(options.audience === undefined ? {} : { audience: options.audience }),
        claims,
        scopes: [...new Set(options.scope)],
        ...(password === undefined ? {} : { password }),
      },
    });
  },
  view: ({ id }) => [id],
});

function readClaim(claim: string): [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(claim) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CliError({ exit: 'usage', key: 'cli.errors.claim_malformed', params: { claim } });
}
