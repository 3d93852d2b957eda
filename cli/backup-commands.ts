import type { CommandEntry } from './command.ts';

/** The commands of `fileshare backup`. */
export const backupCommands: readonly CommandEntry[] = [
  {
    name: 'backup create',
    summary: 'cli.commands.backup_create',
    load: async () => (await import('./commands/backup/create.ts')).create,
  },
  {
    name: 'backup list',
    aliases: ['ls'],
    summary: 'cli.commands.backup_list',
    load: async () => (await import('./commands/backup/list.ts')).list,
  },
  {
    name: 'backup verify',
    summary: 'cli.commands.backup_verify',
    load: async () => (await import('./commands/backup/verify.ts')).verify,
  },
  {
    name: 'backup prune',
    summary: 'cli.commands.backup_prune',
    load: async () => (await import('./commands/backup/prune.ts')).prune,
  },
  {
    name: 'backup restore',
    summary: 'cli.commands.backup_restore',
    load: async () => (await import('./commands/backup/restore.ts')).restore,
  },
];
