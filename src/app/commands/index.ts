import type { ListedCommand } from '#cli/command.ts'
import type { CommandContext } from './command.ts'

/** The operators' commands, in the order of the help. Their code loads most of the application. */
export const operatorCommands: Readonly<Record<string, ListedCommand<CommandContext>>> = {
  start: {
    usage: [''],
    about: 'Runs everything in one process.',
    details: ['It creates the database in DATA_DIR on its first run. Ctrl-C ends it.'],
    examples: ['posthorn start', 'PORT=5000 DATA_DIR=./second posthorn start'],
    read: async () => (await import('./process.ts')).processCommand(['api', 'worker']),
  },
  api: {
    usage: [''],
    about: 'Runs the HTTP API only.',
    details: ['Use it with `posthorn worker` and the same DATABASE_URL.'],
    examples: ['posthorn api'],
    read: async () => (await import('./process.ts')).processCommand(['api']),
  },
  worker: {
    usage: [''],
    about: 'Runs the workers only.',
    details: ['Workers publish posts and deliver webhooks.'],
    examples: ['posthorn worker'],
    read: async () => (await import('./process.ts')).processCommand(['worker']),
  },
  dev: {
    usage: [''],
    about: 'Like start, in ./data-dev, with sample people and profiles.',
    examples: ['posthorn dev'],
    read: async () => (await import('./process.ts')).dev,
  },
  'demo-data': {
    usage: ['[--months N] [--email EMAIL] [--seed N]'],
    about: 'Creates a profile with a year of posts and metrics.',
    details: [
      'Works only where the sandbox is on. It creates a profile with sandbox accounts, so that analytics and lists are not empty.',
    ],
    flags: {
      '--months N': 'How many months of history to create, 1 to 24 (default: 12).',
      '--email EMAIL': 'The owner of the profile (default: the first user).',
      '--seed N': 'The seed of the random data (default: 1).',
    },
    examples: ['posthorn demo-data --months 12', 'posthorn demo-data --months 3 --email ada@example.com'],
    read: async () => (await import('./demo-data.ts')).demoData,
  },
  migrate: {
    usage: ['[--plan]'],
    about: 'Migrates the database, as each start does.',
    details: [
      '--plan shows which migrations would run, which processes would wait, and what to do first, without changing anything. See docs/upgrading.md.',
    ],
    flags: { '--plan': 'Only show what would run.' },
    examples: ['posthorn migrate --plan', 'posthorn migrate'],
    read: async () => (await import('./migrate.ts')).migrateCommand,
  },
  doctor: {
    usage: ['[--json]'],
    about: 'Checks the installation and explains how to fix each problem.',
    details: [
      'It checks settings, database, clock, storage, ports, secrets and networks, and changes nothing. The exit status is 1 if there is a problem.',
    ],
    flags: { '--json': 'Print the findings as JSON, for scripts.' },
    examples: ['posthorn doctor', "posthorn doctor --json | jq '.findings[] | select(.ok | not)'"],
    read: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  listen: {
    usage: ['[options]'],
    about: 'Prints events as they happen, and can forward them.',
    details: [
      'Uses the key in POSTHORN_API_KEY, or else the key from the last login. The key needs the webhooks:read scope. Press Ctrl-C to stop.',
    ],
    flags: {
      '--types A,B': 'Only events of these types.',
      '--json': 'Print each event exactly as received.',
      '--forward URL': 'Also send each event to a program on this machine, signed as a webhook.',
      '--url URL': 'The URL of the installation (default: POSTHORN_URL, or the URL from the local settings).',
      '--key-file FILE': 'Read the API key from a file.',
    },
    examples: [
      'POSTHORN_API_KEY=ph_… posthorn listen',
      'posthorn listen --key-file key.txt --forward http://127.0.0.1:3000/hook',
    ],
    read: async () => (await import('./listen.ts')).listen,
  },
  mcp: {
    usage: ['[--toolsets A,B] [--read-only] [--url URL] [--key-file FILE]'],
    about: 'Serves an agent on this machine over stdin and stdout (MCP).',
    details: [
      'For agents that launch a local program. Agents that accept a URL should use the installation’s /mcp. Uses the key in POSTHORN_API_KEY, or else the key from the last login.',
    ],
    flags: {
      '--toolsets A,B':
        'The toolsets to offer: posts, repair, approvals, team, inbox, creation, planning, analytics, default, all (default: default).',
      '--read-only': 'Offer only tools that change nothing.',
      '--url URL': 'The URL of the installation (default: POSTHORN_URL, or the URL from the local settings).',
      '--key-file FILE': 'Read the API key from a file.',
    },
    examples: ['POSTHORN_API_KEY=ph_… posthorn mcp --url https://posthorn.example.com'],
    read: async () => (await import('./mcp.ts')).mcp,
  },
  backup: {
    usage: ['[PLACE] [--verify] [--keep N] [--key-file FILE]'],
    about: 'Backs up the database and the media, while Posthorn runs.',
    details: [
      'PLACE is a folder or s3://BUCKET/PREFIX (default: BACKUP_TO). Files that an earlier backup there already contains are not copied again.',
      'The backup does not contain SECRET_KEY, without which it cannot be restored. Keep a copy of the key elsewhere.',
    ],
    flags: {
      '--verify': 'Restore the backup into a scratch database and compare every table and file.',
      '--keep N': 'Then remove all but the newest N backups in PLACE.',
      '--key-file FILE': 'Also write SECRET_KEY to a new file outside PLACE.',
    },
    examples: ['posthorn backup /mnt/backups --verify', 'posthorn backup s3://acme-backups/posthorn --keep 14'],
    read: async () => (await import('./backup/backup.ts')).backup,
  },
  'backup list': {
    usage: ['[PLACE]'],
    about: 'Lists the backups at a location.',
    examples: ['posthorn backup list /mnt/backups'],
    read: async () => (await import('./backup/backup.ts')).backupList,
  },
  restore: {
    usage: ['[PLACE] [--backup NAME] [--verify] [--replace]'],
    about: 'Restores a backup into an empty installation.',
    details: [
      'PLACE is the same as for `posthorn backup` (default: BACKUP_TO). SECRET_KEY or DATA_DIR/secret.key must be the key of the backup.',
      'A restored installation publishes nothing until you run `posthorn resume`, which checks with the networks what is already published.',
    ],
    flags: {
      '--backup NAME': 'The backup to restore (default: the newest).',
      '--verify': 'Only verify the backup in a scratch database. Changes nothing.',
      '--replace': 'Delete the current contents of the database. Asks for confirmation first.',
    },
    examples: ['posthorn restore /mnt/backups', 'posthorn restore s3://acme-backups/posthorn --verify'],
    read: async () => (await import('./backup/restore.ts')).restore,
  },
  resume: {
    usage: ['[--yes]'],
    about: 'Resumes publishing after a restore.',
    details: [
      'Checks with the networks which posts are already published, shows what will be published, and asks before continuing.',
    ],
    flags: { '--yes': 'Continue without asking for confirmation.' },
    examples: ['posthorn resume'],
    read: async () => (await import('./resume.ts')).resume,
  },
  adopt: {
    usage: [''],
    about: 'Binds this database to this PUBLIC_URL after a move.',
    examples: ['PUBLIC_URL=https://posts.example.com posthorn adopt'],
    read: async () => (await import('./hold.ts')).adopt,
  },
  user: {
    usage: [
      'invite EMAIL',
      'set-role EMAIL ROLE',
      'set-plan EMAIL PLAN',
      'set-subscription EMAIL STATUS',
      'verify-email EMAIL',
      'reset-mfa EMAIL',
    ],
    about: 'Invites people and changes what they can do.',
    examples: ['posthorn user invite ada@example.com', 'posthorn user set-plan ada@example.com max'],
    read: async () => (await import('./user.ts')).user,
  },
  keys: {
    usage: ['rotate', 'reset [--yes]'],
    about: 'Seals stored secrets with a new SECRET_KEY.',
    details: [
      'rotate: reseals all secrets with the current SECRET_KEY, so that SECRET_KEY_PREVIOUS can be removed.',
      'reset: discards secrets whose key is lost. Their accounts must be reconnected.',
    ],
    flags: { '--yes': 'Discard them without asking for confirmation.' },
    examples: ['posthorn keys rotate'],
    read: async () => (await import('./keys.ts')).keys,
  },
  selftest: {
    usage: ['[NAME...]'],
    about: 'Runs the built-in self-tests and explains how to fix each problem.',
    details: [
      'Tests the real database, storage, mail, webhooks and networks. Runs are stored together with those started through the API.',
    ],
    examples: ['posthorn selftest', 'posthorn selftest storage mail'],
    read: async () => (await import('./doctor/selftest.ts')).selftest,
  },
  audit: {
    usage: ['verify [--from FILE]', 'verify --file FILE'],
    about: 'Verifies that the audit log has not been changed.',
    flags: {
      '--from FILE': 'Compare with a copy of audit-heads.log.',
      '--file FILE': 'Verify an export of the log without the database.',
    },
    examples: ['posthorn audit verify', 'posthorn audit verify --from /backup/audit-heads.log'],
    read: async () => (await import('./audit.ts')).audit,
  },
  'analytics verify': {
    usage: [''],
    about: 'Recomputes the analytics roll-ups and compares them.',
    examples: ['posthorn analytics verify'],
    read: async () => (await import('./analytics.ts')).analytics,
  },
}
