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
    name: 'share edit',
    summary: 'cli.commands.share_edit',
    load: async () => (await import('./commands/share/edit.ts')).edit,
  },
  {
    name: 'share add',
    summary: 'cli.commands.share_add',
    load: async () => (await import('./commands/share/add.ts')).add,
  },
  {
    name: 'share remove-file',
    summary: 'cli.commands.share_remove_file',
    load: async () => (await import('./commands/share/remove-file.ts')).removeFiles,
  },
  {
    name: 'share qr',
    summary: 'cli.commands.share_qr',
    load: async () => (await import('./commands/share/qr.ts')).qr,
  },
  {
    name: 'share open',
    summary: 'cli.commands.share_open',
    load: async () => (await import('./commands/share/open.ts')).open,
  },
  {
    name: 'share delete',
    aliases: ['rm'],
    summary: 'cli.commands.share_delete',
    load: async () => (await import('./commands/share/delete.ts')).deleteShares,
  },
  {
    name: 'reverse-share create',
    summary: 'cli.commands.reverse_share_create',
    load: async () => (await import('./commands/reverse-share/create.ts')).create,
  },
  {
    name: 'reverse-share list',
    aliases: ['ls'],
    summary: 'cli.commands.reverse_share_list',
    load: async () => (await import('./commands/reverse-share/list.ts')).list,
  },
  {
    name: 'reverse-share show',
    summary: 'cli.commands.reverse_share_show',
    load: async () => (await import('./commands/reverse-share/show.ts')).show,
  },
  {
    name: 'reverse-share edit',
    summary: 'cli.commands.reverse_share_edit',
    load: async () => (await import('./commands/reverse-share/edit.ts')).edit,
  },
  {
    name: 'reverse-share close',
    summary: 'cli.commands.reverse_share_close',
    load: async () => (await import('./commands/reverse-share/close.ts')).close,
  },
  {
    name: 'reverse-share open',
    summary: 'cli.commands.reverse_share_open',
    load: async () => (await import('./commands/reverse-share/close.ts')).open,
  },
  {
    name: 'reverse-share delete',
    aliases: ['rm'],
    summary: 'cli.commands.reverse_share_delete',
    load: async () => (await import('./commands/reverse-share/delete.ts')).deleteReverseShares,
  },
  {
    name: 'reverse-share pull',
    summary: 'cli.commands.reverse_share_pull',
    load: async () => (await import('./commands/reverse-share/pull.ts')).pull,
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
    load: async () => (await import('./commands/share/show.ts')).show,
  },
  {
    name: 'admin shares delete',
    aliases: ['rm'],
    summary: 'cli.commands.admin_shares_delete',
    canBeLocal: true,
    load: async () => (await import('./commands/share/delete.ts')).deleteShares,
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
    name: 'admin mail list',
    aliases: ['ls'],
    summary: 'cli.commands.admin_mail_list',
    canBeLocal: true,
    load: async () => (await import('./commands/admin/mail/list.ts')).list,
  },
  {
    name: 'admin audit',
    summary: 'cli.commands.admin_audit',
    canBeLocal: true,
    printsLines: true,
    load: async () => (await import('./commands/admin/audit.ts')).audit,
  },
];

/** Commands that only hold other commands. */
export const commandGroups = [
  { name: 'share', summary: 'cli.commands.share' },
  { name: 'reverse-share', summary: 'cli.commands.reverse_share' },
  { name: 'key', summary: 'cli.commands.key' },
  { name: 'admin', summary: 'cli.commands.admin' },
  { name: 'admin users', summary: 'cli.commands.admin_users' },
  { name: 'admin shares', summary: 'cli.commands.admin_shares' },
  { name: 'admin jobs', summary: 'cli.commands.admin_jobs' },
  { name: 'admin mail', summary: 'cli.commands.admin_mail' },
] as const;
