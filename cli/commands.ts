import { adminCommands } from './admin-commands.ts';
import { backupCommands } from './backup-commands.ts';
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
    name: 'rotate-key',
    summary: 'cli.commands.rotate_key',
    load: async () => (await import('./commands/rotate-key.ts')).rotateKey,
  },
  ...backupCommands,
  {
    name: 'import pingvin',
    aliases: ['pingvin-x'],
    summary: 'cli.commands.import_pingvin',
    load: async () => (await import('./commands/import/pingvin.ts')).importPingvin,
  },
  {
    name: 'import palmr',
    summary: 'cli.commands.import_palmr',
    load: async () => (await import('./commands/import/palmr.ts')).importPalmr,
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
    name: 'completion',
    summary: 'cli.commands.completion',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: 'profile list',
    aliases: ['ls'],
    summary: 'cli.commands.profile_list',
    load: async () => (await import('./commands/profiles/list.ts')).list,
  },
  {
    name: 'profile show',
    summary: 'cli.commands.profile_show',
    load: async () => (await import('./commands/profiles/show.ts')).show,
  },
  {
    name: 'profile use',
    summary: 'cli.commands.profile_use',
    load: async () => (await import('./commands/profiles/use.ts')).use,
  },
  {
    name: 'profile remove',
    aliases: ['rm'],
    summary: 'cli.commands.profile_remove',
    load: async () => (await import('./commands/profiles/remove.ts')).remove,
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
    name: 'dashboard',
    summary: 'cli.commands.dashboard',
    load: async () => (await import('./commands/dashboard.tsx')).dashboard,
  },
  {
    name: 'sync',
    summary: 'cli.commands.sync',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  {
    name: 'watch',
    summary: 'cli.commands.watch',
    printsLines: true,
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  {
    name: 'info',
    summary: 'cli.commands.info',
    load: async () => (await import('./commands/info.ts')).info,
  },
  {
    name: 'list',
    aliases: ['ls'],
    summary: 'cli.commands.list',
    load: async () => (await import('./commands/shares/list.ts')).list,
  },
  {
    name: 'share create',
    summary: 'cli.commands.share_create',
    load: async () => (await import('./commands/shares/create.ts')).create,
  },
  {
    name: 'share list',
    aliases: ['ls'],
    summary: 'cli.commands.list',
    load: async () => (await import('./commands/shares/list.ts')).list,
  },
  {
    name: 'share show',
    summary: 'cli.commands.share_show',
    load: async () => (await import('./commands/shares/show.ts')).show,
  },
  {
    name: 'share edit',
    summary: 'cli.commands.share_edit',
    load: async () => (await import('./commands/shares/edit.ts')).edit,
  },
  {
    name: 'share add',
    summary: 'cli.commands.share_add',
    load: async () => (await import('./commands/shares/add.ts')).add,
  },
  {
    name: 'share remove-file',
    summary: 'cli.commands.share_remove_file',
    load: async () => (await import('./commands/shares/remove-file.ts')).removeFiles,
  },
  {
    name: 'share qr',
    summary: 'cli.commands.share_qr',
    load: async () => (await import('./commands/shares/qr.ts')).qr,
  },
  {
    name: 'share open',
    summary: 'cli.commands.share_open',
    load: async () => (await import('./commands/shares/open.ts')).open,
  },
  {
    name: 'share delete',
    aliases: ['rm'],
    summary: 'cli.commands.share_delete',
    load: async () => (await import('./commands/shares/delete.ts')).deleteShares,
  },
  {
    name: 'reverse-share create',
    summary: 'cli.commands.reverse_share_create',
    load: async () => (await import('./commands/reverse-shares/create.ts')).create,
  },
  {
    name: 'reverse-share list',
    aliases: ['ls'],
    summary: 'cli.commands.reverse_share_list',
    load: async () => (await import('./commands/reverse-shares/list.ts')).list,
  },
  {
    name: 'reverse-share show',
    summary: 'cli.commands.reverse_share_show',
    load: async () => (await import('./commands/reverse-shares/show.ts')).show,
  },
  {
    name: 'reverse-share edit',
    summary: 'cli.commands.reverse_share_edit',
    load: async () => (await import('./commands/reverse-shares/edit.ts')).edit,
  },
  {
    name: 'reverse-share close',
    summary: 'cli.commands.reverse_share_close',
    load: async () => (await import('./commands/reverse-shares/open-close.ts')).close,
  },
  {
    name: 'reverse-share open',
    summary: 'cli.commands.reverse_share_open',
    load: async () => (await import('./commands/reverse-shares/open-close.ts')).open,
  },
  {
    name: 'reverse-share delete',
    aliases: ['rm'],
    summary: 'cli.commands.reverse_share_delete',
    load: async () => (await import('./commands/reverse-shares/delete.ts')).deleteReverseShares,
  },
  {
    name: 'reverse-share pull',
    summary: 'cli.commands.reverse_share_pull',
    load: async () => (await import('./commands/reverse-shares/pull.ts')).pull,
  },
  {
    name: 'key create',
    summary: 'cli.commands.key_create',
    load: async () => (await import('./commands/api-keys/create.ts')).createKey,
  },
  {
    name: 'key list',
    aliases: ['ls'],
    summary: 'cli.commands.key_list',
    load: async () => (await import('./commands/api-keys/list.ts')).listKeys,
  },
  {
    name: 'key revoke',
    aliases: ['rm'],
    summary: 'cli.commands.key_revoke',
    load: async () => (await import('./commands/api-keys/revoke.ts')).revokeKeys,
  },
  {
    name: 'config list',
    aliases: ['ls'],
    summary: 'cli.commands.config_list',
    canBeLocal: true,
    load: async () => (await import('./commands/config/list.ts')).list,
  },
  {
    name: 'config get',
    summary: 'cli.commands.config_get',
    canBeLocal: true,
    load: async () => (await import('./commands/config/get.ts')).get,
  },
  {
    name: 'config set',
    summary: 'cli.commands.config_set',
    canBeLocal: true,
    load: async () => (await import('./commands/config/set.ts')).set,
  },
  {
    name: 'config unset',
    summary: 'cli.commands.config_unset',
    canBeLocal: true,
    load: async () => (await import('./commands/config/unset.ts')).unset,
  },
  {
    name: 'config explain',
    summary: 'cli.commands.config_explain',
    canBeLocal: true,
    load: async () => (await import('./commands/config/explain.ts')).explain,
  },
  ...adminCommands,
];

/** Commands that only hold other commands. */
export const commandGroups = [
  { name: 'import', summary: 'cli.commands.import' },
  { name: 'backup', summary: 'cli.commands.backup' },
  { name: 'profile', summary: 'cli.commands.profile' },
  { name: 'share', summary: 'cli.commands.share' },
  { name: 'reverse-share', summary: 'cli.commands.reverse_share' },
  { name: 'key', summary: 'cli.commands.key' },
  { name: 'config', summary: 'cli.commands.config' },
  { name: 'admin', summary: 'cli.commands.admin' },
  { name: 'admin users', summary: 'cli.commands.admin_users' },
  { name: 'admin workloads', summary: 'cli.commands.admin_workloads' },
  { name: 'admin shares', summary: 'cli.commands.admin_shares' },
  { name: 'admin quarantine', summary: 'cli.commands.admin_quarantine' },
  { name: 'admin jobs', summary: 'cli.commands.admin_jobs' },
  { name: 'admin database', summary: 'cli.commands.admin_database' },
  { name: 'admin mail', summary: 'cli.commands.admin_mail' },
  { name: 'admin ldap', summary: 'cli.commands.admin_ldap' },
  { name: 'admin storage', summary: 'cli.commands.admin_storage' },
  { name: 'admin webhooks', summary: 'cli.commands.admin_webhooks' },
] as const;
