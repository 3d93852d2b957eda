import * as z from 'zod/mini';
import { DisplayName } from '#sdk/contract/formats/primitives.js';
import { type ManagedUser, UpdateUser } from '#sdk/contract/users.js';
import { type CommandInput, defineCommand } from '../../../command.ts';
import type { Client, Context } from '../../../context.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { findUser } from '../../../find/user.ts';
import { assertCanConfirm, confirmAction } from '../../../io/confirm.ts';
import { forTerminal } from '../../../io/output.ts';
import { Quota } from '../../../options/amounts.ts';
import { chooseUserPassword, userPasswordOptions } from '../../../options/passwords.ts';
import { connect } from '../../../server/connect.ts';

const flag = () => z._default(z.boolean(), false);

const EditOptions = z.strictObject({
  username: UpdateUser.shape.username.check(z.meta({ value: 'NAME', text: 'new_username' })),
  displayName: z.optional(DisplayName).check(z.meta({ value: 'NAME', text: 'new_display_name' })),
  email: UpdateUser.shape.email.check(z.meta({ value: 'ADDRESS', text: 'new_email' })),
  admin: z.optional(z.boolean()).check(z.meta({ negatable: true, field: 'isAdmin' })),
  quota: z.optional(Quota),
  disable: flag(),
  enable: flag(),
  endSessions: flag(),
  removeTotp: flag(),
  yes: flag().check(z.meta({ short: 'y' })),
  ...userPasswordOptions,
});
type EditOptions = CommandInput<typeof EditOptions>['options'];

export const edit = defineCommand({
  args: [{ name: 'user', required: true }],
  options: EditOptions,
  async run(context, { args: [reference = ''], options }) {
    const { output, translator } = context;
    if (options.disable && options.enable) {
      throw new CliError({ exit: 'usage', key: 'cli.errors.disable_enable' });
    }
    const { client } = await connect(context);
    const before = await findUser(client, reference);
    const password = await chooseUserPassword(context, options, before.username);
    const changes = toChanges(options, password.value);
    const actions = actionsOf(options);
    if (Object.keys(changes).length === 0 && actions.length === 0) {
      throw new CliError({
        exit: 'usage',
        key: 'cli.errors.nothing_to_change',
        params: { command: 'admin users edit' },
      });
    }
    if (!options.yes) await confirmOwnDemotion(context, client, { user: before, changes });
    const user = await apply(client, { user: before, changes, actions });
    password.tell();
    output.note(translator.t('cli.users.changed', { username: forTerminal(user.username) }));
    return { user, ...(password.generated ? { password: password.value } : {}) };
  },
});

/** Administrators who remove their own rights cannot restore them. */
async function confirmOwnDemotion(
  context: Context,
  client: Client,
  { user, changes }: Pick<Edit, 'user' | 'changes'>,
): Promise<void> {
  const losesRights = changes.isAdmin === false || changes.isDisabled === true;
  if (!losesRights || (await client.users.me())?.id !== user.id) return;
  const { t } = context.translator;
  assertCanConfirm(context, false);
  const question = t('cli.prompts.continue');
  await confirmAction(context, { consequences: [t('cli.users.own_rights')], question });
}

function toChanges(options: EditOptions, password: string | undefined): UpdateUser {
  const { username, displayName, email, admin, quota, disable, enable } = options;
  return {
    ...(username === undefined ? {} : { username }),
    ...(displayName === undefined ? {} : { displayName: displayName || null }),
    ...(email === undefined ? {} : { email }),
    ...(admin === undefined ? {} : { isAdmin: admin }),
    ...(quota === undefined ? {} : { quota }),
    ...(password === undefined ? {} : { password }),
    ...(disable || enable ? { isDisabled: disable } : {}),
  };
}

type Action = 'removeTotp' | 'endSessions';

/** Lists the changes that have endpoints of their own. */
function actionsOf({ removeTotp, endSessions }: EditOptions): Action[] {
  return [...(removeTotp ? ['removeTotp' as const] : []), ...(endSessions ? ['endSessions' as const] : [])];
}

interface Edit {
  user: ManagedUser;
  changes: UpdateUser;
  actions: readonly Action[];
}

async function apply(client: Client, { user, changes, actions }: Edit): Promise<ManagedUser> {
  const params = { id: user.id };
  const hasChanges = Object.keys(changes).length > 0;
  const changed = hasChanges ? await client.users.update({ params, body: changes }) : user;
  for (const action of actions) await client.users[action]({ params });
  return actions.length === 0 ? changed : client.users.get({ params });
}
