/** Commands that only hold other commands. */
export const commandGroups = [
  { name: 'share', summary: 'cli.commands.share' },
  { name: 'reverse-share', summary: 'cli.commands.reverse_share' },
  { name: 'key', summary: 'cli.commands.key' },
  { name: 'config', summary: 'cli.commands.config' },
  { name: 'admin', summary: 'cli.commands.admin' },
  { name: 'admin users', summary: 'cli.commands.admin_users' },
  { name: 'admin shares', summary: 'cli.commands.admin_shares' },
  { name: 'admin jobs', summary: 'cli.commands.admin_jobs' },
  { name: 'admin database', summary: 'cli.commands.admin_database' },
  { name: 'admin mail', summary: 'cli.commands.admin_mail' },
  { name: 'admin storage', summary: 'cli.commands.admin_storage' },
] as const;
