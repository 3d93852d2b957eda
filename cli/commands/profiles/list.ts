import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import {
  listProfiles,
  type Profile,
  readSavedAccount,
  type SavedAccount,
  signInText,
} from '../../find/profile.ts';
import { alignColumns } from '../../ui/columns.ts';

interface ListedProfile extends Profile, SavedAccount {
  /** Commands use it unless another server is named. */
  isCurrent: boolean;
}

export const list = defineCommand({
  options: z.strictObject({}),
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
  view: ({ profiles }, context) =>
    context.streams.stdout.isTTY ? tableOf(profiles, context) : profiles.map(toTabbedLine),
});

function tableOf(profiles: readonly ListedProfile[], context: Context): string[] {
  if (profiles.length === 0) return [];
  const columns = ['profile', 'username', 'signed_in'] as const;
  const head = columns.map((column) => context.translator.t(`cli.columns.${column}`).toUpperCase());
  const rows = profiles.map(({ name, username, signedInBy, isCurrent }) => [
    isCurrent ? '*' : ' ',
    name,
    username ?? '',
    signInText(context, signedInBy),
  ]);
  return alignColumns([[' ', ...head], ...rows], new Set());
}

/** For pipes: name, address, username, kind of sign-in, whether it is the current one. */
function toTabbedLine({ name, server, username, signedInBy, isCurrent }: ListedProfile): string {
  return [name, server, username ?? '', signedInBy?.kind ?? '', isCurrent ? 'current' : ''].join('\t');
}
