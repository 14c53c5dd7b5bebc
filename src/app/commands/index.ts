import type { ListedCommand } from './command.ts'

export { type ListedCommand, UsageFault } from './command.ts'

/** Every command of `posthorn`, in the order of help. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  start: {
    usage: '',
    about: 'Everything in one process.',
    read: async () => (await import('./process.ts')).processCommand(['api', 'worker']),
  },
  api: {
    usage: '',
    about: 'The HTTP API only.',
    read: async () => (await import('./process.ts')).processCommand(['api']),
  },
  worker: {
    usage: '',
    about: 'The workers only.',
    read: async () => (await import('./process.ts')).processCommand(['worker']),
  },
  dev: {
    usage: '',
    about: 'Like start, in ./data-dev and with sample people and profiles.',
    read: async () => (await import('./dev.ts')).dev,
  },
  migrate: {
    usage: '',
    about: 'Brings the database up to date, as each start does too.',
    read: async () => (await import('./migrate.ts')).migrateCommand,
  },
  doctor: {
    usage: '',
    about: 'Looks at settings, database, clock, storage, ports and networks, and says what to do about each fault.',
    read: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  listen: {
    usage: '[--types A,B] [--json] [--forward URL] [--url URL] [--key-file FILE]',
    about: 'Prints what happens as it happens, and hands it to a program on this machine as a webhook would.',
    read: async () => (await import('./listen.ts')).listen,
  },
  resume: {
    usage: '[--yes]',
    about: 'After a restore: asks the networks what is out already, and lets the rest go when you say yes.',
    read: async () => (await import('./resume.ts')).resume,
  },
  adopt: {
    usage: '',
    about: 'After a move: this database belongs to this PUBLIC_URL from now on.',
    read: async () => (await import('./hold.ts')).adopt,
  },
  user: {
    usage: 'set-role EMAIL ROLE | set-plan EMAIL PLAN | verify-email EMAIL | reset-mfa EMAIL | invite EMAIL',
    about: 'Changes who may do what, and invites people.',
    read: async () => (await import('./user.ts')).user,
  },
  keys: {
    usage: 'rotate | reset [--yes]',
    about:
      'rotate: seals stored secrets with the present SECRET_KEY, so that SECRET_KEY_PREVIOUS can be dropped. reset: gives up those whose key is lost.',
    read: async () => (await import('./keys/keys.ts')).keys,
  },
  audit: {
    usage: 'verify [--from FILE]',
    about: 'Proves that nobody changed the audit log; FILE is a copy of audit-heads.log.',
    read: async () => (await import('./audit.ts')).audit,
  },
  analytics: {
    usage: 'verify',
    about: 'Computes the roll-ups of analytics from the snapshots again, and says where they differ.',
    read: async () => (await import('./analytics.ts')).analytics,
  },
}
