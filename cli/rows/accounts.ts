import { defineRow } from './row.ts'

export const whoamiRow = defineRow({
  usage: ['[options]'],
  about: 'Shows the installation and the profiles that you can access.',
  flags: {},
  examples: ['posthorn whoami', 'posthorn whoami --on staging'],
})

export const accountsRow = defineRow({
  usage: ['[options]'],
  about: 'Lists the connected accounts and their status.',
  flags: {},
  examples: ['posthorn accounts', 'posthorn accounts --json'],
})

export const connectRow = defineRow({
  usage: ['NETWORK [options]'],
  about: 'Connects an account.',
  details: [
    'Opens the network’s consent page and waits until you return. If a network uses credentials, the command asks for them.',
  ],
  flags: { '--server URL': 'The server of the account, for Mastodon.' },
  examples: ['posthorn connect facebook', 'posthorn connect mastodon --server mastodon.social'],
})

export const analyticsRow = defineRow({
  usage: ['[options]'],
  about: 'Shows the performance of posts in a period, by network.',
  flags: {
    '--from DAY': 'The first day, such as 2026-11-01 (default: 30 days ago).',
    '--to DAY': 'The last day (default: today).',
  },
  examples: ['posthorn analytics', 'posthorn analytics --from 2026-10-01 --to 2026-10-31 --json'],
})
