import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import {
  listProfiles,
  type Profile,
  readSavedAccount,
  type SavedAccount,
  signInText,
} from '../../find/profile.ts';
import { textColumn } from '../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../ui/table.ts';

interface ListedProfile extends Profile, SavedAccount {
  /** Commands use it unless another server is named. */
  isCurrent: boolean;
}

const columns: readonly TableColumn<ListedProfile>[] = [
  {
    name: 'profile',
    rawOf: ({ name }) => name,
    cellOf: ({ name, isCurrent }) => `${isCurrent ? '*' : ' '} ${name}`,
  },
  { name: 'server', rawOf: ({ server }) => server },
  textColumn('username', ({ username }) => username, { leastWidth: 12 }),
  {
    name: 'signed_in',
    rawOf: ({ signedInBy }) => signedInBy?.kind ?? '',
    cellOf: ({ signedInBy }, context) => signInText(context, signedInBy),
    rank: 1,
    leastWidth: 20,
  },
  { name: 'current', rawOf: ({ isCurrent }) => (isCurrent ? 'current' : '') },
];

export const list = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context): Promise<{ profiles: ListedProfile[] }> {
    const current = await context.profiles.current();
    const found = await listProfiles(context);
    if (found.length === 0) context.output.note(context.translator.t('cli.profile.none'));
    const profiles = found.map(async (profile) => ({
      ...profile,
      ...(await readSavedAccount(context, profile.server)),
      isCurrent: profile.server === current,
    }));
    return { profiles: await Promise.all(profiles) };
  },
  view: ({ profiles }, context, options) =>
    listLines(profiles, context, { columns, chosen: options?.columns }),
});
