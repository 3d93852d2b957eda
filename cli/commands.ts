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
];

/** Commands that only hold other commands. */
export const commandGroups = [{ name: 'share', summary: 'cli.commands.share' }] as const;
