import type { CommandEntry } from './command.ts';

/** The commands of `fileshare admin`. */
export const adminCommands: readonly CommandEntry[] = [
  {
    name: 'admin overview',
    summary: 'cli.commands.admin_overview',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/overview.ts')).overview,
  },
  {
    name: 'admin storage move',
    summary: 'cli.commands.admin_storage_move',
    load: async () => (await import('./commands/admin/storage/move.ts')).move,
  },
  {
    name: 'admin users list',
    aliases: ['ls'],
    summary: 'cli.commands.admin_users_list',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/users/list.ts')).list,
  },
  {
    name: 'admin users create',
    summary: 'cli.commands.admin_users_create',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/users/create.ts')).create,
  },
  {
    name: 'admin users invite',
    summary: 'cli.commands.admin_users_invite',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/users/invite.ts')).invite,
  },
  {
    name: 'admin users edit',
    summary: 'cli.commands.admin_users_edit',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/users/edit.ts')).edit,
  },
  {
    name: 'admin users delete',
    aliases: ['rm'],
    summary: 'cli.commands.admin_users_delete',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/users/delete.ts')).deleteUsers,
  },
  {
    name: 'admin shares list',
    aliases: ['ls'],
    summary: 'cli.commands.admin_shares_list',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/shares/list.ts')).list,
  },
  {
    name: 'admin shares show',
    summary: 'cli.commands.admin_shares_show',
    canBeLocal: true,
    load: async () => (await import('./commands/shares/show.ts')).show,
  },
  {
    name: 'admin shares delete',
    aliases: ['rm'],
    summary: 'cli.commands.admin_shares_delete',
    canBeLocal: true,
    load: async () => (await import('./commands/shares/delete.ts')).deleteShares,
  },
  {
    name: 'admin jobs list',
    aliases: ['ls'],
    summary: 'cli.commands.admin_jobs_list',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/jobs/list.ts')).list,
  },
  {
    name: 'admin jobs run',
    summary: 'cli.commands.admin_jobs_run',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/jobs/run.ts')).runJob,
  },
  {
    name: 'admin database move',
    summary: 'cli.commands.admin_database_move',
    load: async () => (await import('./commands/admin/database/move.ts')).move,
  },
  {
    name: 'admin mail list',
    aliases: ['ls'],
    summary: 'cli.commands.admin_mail_list',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/mail/list.ts')).list,
  },
  {
    name: 'admin mail test',
    summary: 'cli.commands.admin_mail_test',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/mail/send-test.ts')).testMail,
  },
  {
    name: 'admin audit',
    summary: 'cli.commands.admin_audit',
    canBeLocal: true,
    printsLines: true,
    load: async () => (await import('./commands/admin/audit.ts')).audit,
  },
];
