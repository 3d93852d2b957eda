import * as z from 'zod/mini';
import type { DirectoryPerson } from '#sdk/contract/config/api.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { alignColumns } from '../../../ui/columns.ts';

export const testDirectory = defineCommand({
  args: [{ name: 'username', text: 'directory_username' }],
  options: z.strictObject({}),
  async run(context, { args: [username] }) {
    const { client } = await connect(context);
    const result = await client.configs.testDirectory({ body: username ? { username } : {} });
    context.output.note(context.translator.t('cli.ldap.works'));
    return result;
  },
  view: ({ person }, context) => {
    if (!person) return [];
    return context.streams.stdout.isTTY ? describePerson(person, context) : listFields(person);
  },
});

function describePerson(person: DirectoryPerson, context: Context): string[] {
  const { t } = context.translator;
  const { dn, username, email, displayName, groups, refusal } = person;
  const [group = '', ...others] = groups;
  const rows = [
    [t('cli.columns.dn'), dn],
    [t('cli.columns.username'), username ?? ''],
    [t('cli.columns.email'), email ?? ''],
    [t('cli.columns.name'), displayName ?? ''],
    [t('cli.columns.groups'), group],
    ...others.map((other) => ['', other]),
    [t('cli.columns.may_sign_in'), t(refusal === null ? 'cli.yes' : `cli.ldap.refusals.${refusal}`)],
    [t('cli.columns.administrator'), describeRole(person, context)],
    [t('cli.columns.quota'), describeQuota(person, context)],
  ];
  return alignColumns(
    rows.map((row) => row.map(forTerminal)),
    new Set(),
  );
}

function describeRole({ isAdmin }: DirectoryPerson, { translator: { t } }: Context): string {
  return isAdmin === null ? t('cli.ldap.not_by_groups') : t(isAdmin ? 'cli.yes' : 'cli.no');
}

function describeQuota({ quota }: DirectoryPerson, { translator: { t, locale } }: Context): string {
  if (quota === null) return t('cli.ldap.not_by_groups');
  return quota === 0 ? t('cli.unlimited') : formatBytes(locale, quota);
}

/** A line for each value, with the name that it has in the JSON document. */
function listFields(person: DirectoryPerson): string[] {
  return Object.entries(person).flatMap(([name, value]) =>
    [value].flat().map((single) => `${name}\t${forTerminal(String(single ?? ''))}`),
  );
}
