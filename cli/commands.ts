import type { CommandEntry } from './command.ts';

/** Every command of `fileshare`. Each is loaded when it is called. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'cli.commands.serve',
    handlesSignals: true,
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'init',
    summary: 'cli.commands.init',
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'doctor',
    summary: 'cli.commands.doctor',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'login',
    summary: 'cli.commands.login',
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'cli.commands.logout',
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'cli.commands.whoami',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'upload',
    aliases: ['up'],
    summary: 'cli.commands.upload',
    load: async () => (await import('./commands/upload.ts')).upload,
  },
  {
    name: 'download',
    aliases: ['down'],
    summary: 'cli.commands.download',
    load: async () => (await import('./commands/download.ts')).download,
  },
  {
    name: 'list',
    aliases: ['ls'],
    summary: 'cli.commands.list',
    load: async () => (await import('./commands/share/list.ts')).list,
  },
  {
    name: 'share create',
    summary: 'cli.commands.share_create',
    load: async () => (await import('./commands/share/create.ts')).create,
  },
  {
    name: 'share list',
    aliases: ['ls'],
    summary: 'cli.commands.list',
    load: async () => (await import('./commands/share/list.ts')).list,
  },
  {
    name: 'share show',
    summary: 'cli.commands.share_show',
    load: async () => (await import('./commands/share/show.ts')).show,
  },
  {
    name: 'share delete',
    aliases: ['rm'],
    summary: 'cli.commands.share_delete',
    load: async () => (await import('./commands/share/delete.ts')).deleteShares,
  },
  {
    name: 'key create',
    summary: 'cli.commands.key_create',
    load: async () => (await import('./commands/key/create.ts')).createKey,
  },
  {
    name: 'key list',
    aliases: ['ls'],
    summary: 'cli.commands.key_list',
    load: async () => (await import('./commands/key/list.ts')).listKeys,
  },
  {
    name: 'key revoke',
    aliases: ['rm'],
    summary: 'cli.commands.key_revoke',
    load: async () => (await import('./commands/key/revoke.ts')).revokeKeys,
  },
  {
    name: 'admin users list',
    aliases: ['ls'],
    summary: 'cli.commands.admin_users_list',
    load: async () => (await import('./commands/admin/users/list.ts')).list,
  },
  {
    name: 'admin users create',
    summary: 'cli.commands.admin_users_create',
    load: async () => (await import('./commands/admin/users/create.ts')).create,
  },
  {
    name: 'admin users invite',
    summary: 'cli.commands.admin_users_invite',
    load: async () => (await import('./commands/admin/users/invite.ts')).invite,
  },
  {
    name: 'admin users edit',
    summary: 'cli.commands.admin_users_edit',
    load: async () => (await import('./commands/admin/users/edit.ts')).edit,
  },
  {
    name: 'admin users delete',
    aliases: ['rm'],
    summary: 'cli.commands.admin_users_delete',
    load: async () => (await import('./commands/admin/users/delete.ts')).deleteUsers,
  },
  {
    name: 'admin audit',
    summary: 'cli.commands.admin_audit',
    printsLines: true,
    load: async () => (await import('./commands/admin/audit.ts')).audit,
  },
];

/** Commands that only hold other commands. */
export const commandGroups = [
  { name: 'share', summary: 'cli.commands.share' },
  { name: 'key', summary: 'cli.commands.key' },
  { name: 'admin', summary: 'cli.commands.admin' },
  { name: 'admin users', summary: 'cli.commands.admin_users' },
] as const;
