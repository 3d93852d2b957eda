/**
 * Command lines that show what a command is for, at the end of its help and in the reference. They are apart from the
 * table of commands because only help and the reference need them.
 */
export const examples: Readonly<Record<string, readonly string[]>> = {
  serve: [
    'fileshare serve',
    'fileshare serve --port 8080 --data-dir /srv/fileshare',
    'fileshare serve --role worker --database-url postgres://fileshare@db.example.org/fileshare',
  ],
  init: [
    'fileshare init',
    'fileshare init --email ann@example.org --username ann --password-file password.txt --app-url https://files.example.org',
  ],
  doctor: [
    'fileshare doctor --fix --dry-run',
    'fileshare doctor --report',
    'fileshare doctor --server https://files.example.org',
  ],
  'rotate-key': ['fileshare rotate-key', 'fileshare rotate-key --data-dir /srv/fileshare --yes'],
  'import pingvin': [
    'fileshare import pingvin /srv/pingvin/data --dry-run',
    'fileshare import pingvin /srv/pingvin/data --link --images /srv/pingvin/data/images',
    'fileshare import pingvin /srv/pingvin/data --config /srv/pingvin/config.yaml --s3-endpoint http://127.0.0.1:9000',
  ],
  'import palmr': [
    'fileshare import palmr /srv/palmr/server --dry-run',
    'fileshare import palmr /srv/palmr/server --encryption-key-file palmr.key',
    'fileshare import palmr /srv/palmr/server --s3-env-file palmr.env',
  ],
  'backup create': [
    'fileshare backup create /backup/fileshare',
    'fileshare backup create sftp://backup@nas.example.org/volume1/fileshare --key-to /root/fileshare.key',
    'fileshare backup create s3://backup-bucket/fileshare --json',
  ],
  'backup list': ['fileshare backup list /backup/fileshare', 'fileshare backup list'],
  'backup verify': ['fileshare backup verify /backup/fileshare', 'fileshare backup verify --deep'],
  'backup prune': [
    'fileshare backup prune /backup/fileshare --keep-daily 7 --keep-weekly 5 --dry-run',
    'fileshare backup prune /backup/fileshare --keep-last 3 --yes',
    'fileshare backup prune /backup/fileshare --remove 20260131T023000Z',
  ],
  'backup restore': [
    'fileshare backup restore /backup/fileshare --key-from /root/fileshare.key --data-dir /srv/fileshare',
    'fileshare backup restore /backup/fileshare --snapshot 20260131T023000Z --dry-run',
  ],
  login: [
    'fileshare login https://files.example.org',
    'fileshare login files.example.org --web',
    'fileshare login files.example.org --token-stdin < key.txt',
  ],
  logout: ['fileshare logout', 'fileshare logout --server https://files.example.org'],
  whoami: ['fileshare whoami', "fileshare whoami --json | jq -r '.user.email'"],
  completion: [
    'source <(fileshare completion bash)',
    'fileshare completion zsh > ~/.zfunc/_fileshare',
    'fileshare completion fish > ~/.config/fish/completions/fileshare.fish',
  ],
  'profile list': ['fileshare profile list', "fileshare profile list --json | jq -r '.profiles[].server'"],
  'profile show': ['fileshare profile show', 'fileshare profile show files.example.org'],
  'profile use': ['fileshare profile use files.example.org', 'fileshare profile use files'],
  'profile remove': [
    'fileshare profile remove files.example.org',
    'fileshare profile remove https://files.example.org --quiet',
  ],
  upload: [
    'fileshare upload report.pdf --expires 7d --to bob@example.org',
    'URL=$(fileshare upload photos/ --password=generate)',
    'pg_dump shop | fileshare upload - --name shop.sql',
  ],
  download: [
    'fileshare download https://files.example.org/s/AbCdEf',
    "fileshare download https://files.example.org/s/AbCdEf '*.jpg' --output photos",
    'fileshare download https://files.example.org/s/AbCdEf --output - > photos.zip',
  ],
  dashboard: ['fileshare dashboard', 'fileshare dashboard --server https://files.example.org'],
  sync: [
    'fileshare sync site https://files.example.org/s/AbCdEf --dry-run',
    "fileshare sync site AbCdEf --delete --exclude '*.map'",
  ],
  watch: [
    'fileshare watch ~/Screenshots --expires 1w',
    'fileshare watch /srv/contracts --password-file password.txt',
    'fileshare watch /srv/scans --into https://files.example.org/s/AbCdEf',
  ],
  info: [
    'fileshare info https://files.example.org/s/AbCdEf',
    'fileshare info --server files.example.org',
    "fileshare info --json | jq '.maxShareSize'",
  ],
  list: [
    'fileshare list',
    'fileshare list --search holiday --sort size',
    "fileshare list --state active --json | jq -r '.shares[].url'",
  ],
  'share create': [
    'fileshare share create --name Photos --expires 1mo',
    'fileshare share create --id holiday-2030 --max-views 20',
  ],
  'share list': [
    'fileshare share list --state expired',
    'fileshare share list --received --sort size --limit 10',
  ],
  'share show': ['fileshare share show holiday-2030', 'fileshare share show holiday-2030 --files'],
  'share edit': [
    'fileshare share edit holiday-2030 --expires 2w --max-views none',
    'fileshare share edit holiday-2030 --to mia@example.org --not-to bob@example.org',
    "fileshare share edit holiday-2030 --name '' --no-password",
  ],
  'share add': [
    'fileshare share add holiday-2030 more/*.jpg',
    'fileshare share add holiday-2030 photos/ --replace',
    'pg_dump shop | fileshare share add backups - --name shop.sql',
  ],
  'share remove-file': [
    "fileshare share remove-file holiday-2030 '*.raw'",
    "fileshare share remove-file holiday-2030 'drafts/' '!drafts/final.pdf' --yes",
  ],
  'share qr': ['fileshare share qr holiday-2030', 'fileshare share qr https://files.example.org/s/AbCdEf'],
  'share open': [
    'fileshare share open holiday-2030',
    'fileshare share open https://files.example.org/s/AbCdEf',
  ],
  'share delete': ['fileshare share delete holiday-2030', 'fileshare share delete AbCdEf GhIjKl --yes'],
  'reverse-share create': [
    'fileshare reverse-share create --name Invoices --notify',
    'LINK=$(fileshare reverse-share create --name Applications --expires 1mo --max-uses 20 --max-share-size 2GB)',
    'fileshare reverse-share create --name Contracts --sign-in --password=generate',
  ],
  'reverse-share list': [
    'fileshare reverse-share list',
    'fileshare reverse-share list --search invoices --limit 10',
  ],
  'reverse-share show': [
    'fileshare reverse-share show Invoices',
    "fileshare reverse-share show Invoices --json | jq '.reverseShare.remainingUses'",
  ],
  'reverse-share edit': [
    'fileshare reverse-share edit Invoices --expires never --max-uses none',
    'fileshare reverse-share edit Invoices --share-expires 1mo --no-notify',
  ],
  'reverse-share close': [
    'fileshare reverse-share close Invoices',
    'fileshare reverse-share close Invoices Applications',
  ],
  'reverse-share open': [
    'fileshare reverse-share open Invoices',
    'fileshare reverse-share open Invoices Applications',
  ],
  'reverse-share delete': [
    'fileshare reverse-share delete Invoices',
    'fileshare reverse-share delete Invoices Applications --yes',
  ],
  'reverse-share pull': [
    'fileshare reverse-share pull Invoices --output inbox',
    'fileshare reverse-share pull Invoices --output inbox --quiet',
  ],
  'key create': [
    'fileshare key create laptop --scope shares:read,shares:write',
    'fileshare key create ci --scope shares:write --expires 90d > key.txt',
  ],
  'key list': ['fileshare key list', "fileshare key list --json | jq -r '.apiKeys[].name'"],
  'key revoke': ['fileshare key revoke ci', 'fileshare key revoke ci laptop --yes'],
  'config list': ['fileshare config list', 'fileshare config list smtp', 'fileshare config list --changed'],
  'config get': ['fileshare config get share.maxSize', 'fileshare config get general.appUrl --local'],
  'config set': [
    'fileshare config set share.maxSize 10GB',
    'fileshare config set smtp.host=mail.example.org smtp.email=files@example.org',
    'fileshare config set smtp.password --stdin < password.txt',
  ],
  'config unset': [
    'fileshare config unset share.maxSize',
    'fileshare config unset smtp.host smtp.email --local',
    'fileshare config unset policies.adminTotp --local --data-dir /srv/fileshare',
  ],
  'config explain': [
    'fileshare config explain share.maxSize',
    'fileshare config explain smtp.enabled --json',
  ],
  'admin overview': ['fileshare admin overview', 'fileshare admin overview --days 30'],
  'admin storage move': [
    'fileshare admin storage move --to s3 --dry-run',
    'fileshare admin storage move --to s3',
    'fileshare admin storage move --to local',
  ],
  'admin users list': [
    'fileshare admin users list',
    'fileshare admin users list --search example.org --limit 200',
  ],
  'admin users create': [
    'fileshare admin users create mia mia@example.org',
    'fileshare admin users create bob bob@example.org --quota 50GB --password=generate',
    'fileshare admin users create ann ann@example.org --admin --password --local',
  ],
  'admin users invite': ['fileshare admin users invite mia', 'fileshare admin users invite mia@example.org'],
  'admin users edit': [
    'fileshare admin users edit mia --quota 100GB',
    'fileshare admin users edit bob --disable',
    'fileshare admin users edit ann --admin --password --local',
  ],
  'admin users delete': [
    'fileshare admin users delete bob',
    'fileshare admin users delete bob@example.org mia --yes',
  ],
  'admin workloads list': [
    'fileshare admin workloads list',
    'fileshare admin workloads list --columns name,username,claims',
  ],
  'admin workloads create': [
    'fileshare admin workloads create releases --user builds --issuer https://token.actions.githubusercontent.com --claim repository=acme/app --claim ref=refs/heads/main --scope shares:write',
    "fileshare admin workloads create nightly --user builds --issuer https://gitlab.com --claim 'project_path=acme/*' --scope shares:write",
  ],
  'admin workloads delete': [
    'fileshare admin workloads delete releases',
    'fileshare admin workloads delete releases nightly --yes',
  ],
  'admin webhooks list': [
    'fileshare admin webhooks list',
    'fileshare admin webhooks list --columns name,events',
  ],
  'admin webhooks create': [
    'fileshare admin webhooks create crm --kind standard --url https://crm.example.org/hooks/files --event share.completed --event user.created',
    'fileshare admin webhooks create phone --kind ntfy --url https://ntfy.sh/my-topic --event storage.low --event job.failed',
    'fileshare admin webhooks create team --kind matrix --url https://matrix.example.org --target !room:example.org --token-file token.txt --event reverse-share.received',
  ],
  'admin webhooks update': [
    'fileshare admin webhooks update crm --event share.completed --event share.expired',
    'fileshare admin webhooks update crm --enable',
  ],
  'admin webhooks remove': [
    'fileshare admin webhooks remove crm',
    'fileshare admin webhooks remove crm phone --yes',
  ],
  'admin webhooks test': ['fileshare admin webhooks test crm', 'fileshare admin webhooks test phone --json'],
  'admin webhooks deliveries': [
    'fileshare admin webhooks deliveries --state failed',
    'fileshare admin webhooks deliveries --webhook crm --limit 10',
  ],
  'admin webhooks redeliver': [
    'fileshare admin webhooks redeliver 0f8fad5bd9cb469fa16570867728950e',
    'fileshare admin webhooks redeliver 0f8fad5bd9cb469fa16570867728950e --json',
  ],
  'admin shares list': [
    'fileshare admin shares list --sort size --limit 10',
    'fileshare admin shares list --owner mia --state expired',
  ],
  'admin shares show': [
    'fileshare admin shares show AbCdEf --files',
    'fileshare admin shares show https://files.example.org/s/AbCdEf',
  ],
  'admin shares delete': [
    'fileshare admin shares delete AbCdEf',
    'fileshare admin shares delete AbCdEf GhIjKl --yes',
  ],
  'admin quarantine list': [
    'fileshare admin quarantine list',
    'fileshare admin quarantine list --columns id,malware,path',
  ],
  'admin quarantine release': [
    'fileshare admin quarantine release tools/setup.exe',
    'fileshare admin quarantine release 0f8fad5bd9cb469fa16570867728950e',
  ],
  'admin quarantine remove': [
    'fileshare admin quarantine remove photos/holiday.scr',
    'fileshare admin quarantine remove 0f8fad5bd9cb469fa16570867728950e 7c9e6679742540de944be07fc1f90ae7 --yes',
  ],
  'admin jobs list': ['fileshare admin jobs list', 'fileshare admin jobs list --json'],
  'admin jobs run': ['fileshare admin jobs run shares.purge', 'fileshare admin jobs run sessions.sweep'],
  'admin database move': [
    'fileshare admin database move --to postgres://fileshare@db.example.org/fileshare --dry-run',
    'fileshare admin database move --to postgres://fileshare@db.example.org/fileshare',
    'fileshare admin database move --to sqlite:/srv/fileshare/fileshare.db',
  ],
  'admin mail list': [
    'fileshare admin mail list --state failed',
    'fileshare admin mail list --search bob@example.org',
  ],
  'admin mail test': [
    'fileshare admin mail test ann@example.org',
    'fileshare admin mail test ann@example.org --local',
  ],
  'admin ldap test': ['fileshare admin ldap test', 'fileshare admin ldap test ann --local'],
  'admin audit': [
    'fileshare admin audit --since 7d --result refused',
    'fileshare admin audit --action session.sign_in --search mia',
    "fileshare admin audit --since 2030-01-01 | jq -r '[.at, .action, .actor.name] | @tsv'",
  ],
};
