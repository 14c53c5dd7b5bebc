import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * The programs behind the figures of `bench/README.md`, by the promise that they measure. Each runs alone, is bounded,
 * and cleans up. Their folder has the name of the promise.
 */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  once: {
    'publish-crash':
      'kills workers at each moment of publishing, and loses answers; no post may appear twice, get lost or be misreported',
    mutants: 'removes one safeguard after the other from a copy of the code; publish-crash must detect each removal',
    tokens: 'takes tokens away and lets renewals fail at random; no post may be lost, no account disconnected',
    quota: 'a month of a busy team at networks with quotas; no call may be refused for a quota that could be known',
  },
  'on-time': {
    punctual: 'how late posts are published: a thousand at one instant, ten thousand in a minute, ten thousand at once',
    hang: 'whether a network that hangs delays posts to the other networks',
    'one-account': 'the pace of one account and of ten, against bare loops of the same calls',
  },
  speed: {
    create: 'creating a post against the floor, and the effect of a million stored posts',
    throughput: 'posts per second with two workers, against the claim loop alone',
    analytics: 'questions about a year of fifty accounts, with few snapshots and many, against a plain walk',
    start: '`npm start` until it is ready, first and later, and the memory of our processes',
    idle: 'processor time and memory of an idle installation',
  },
  pages: {
    budget: 'the pages with all of the processor and a quarter of it: paint, blocking, shifts, and typing a long text',
    responses: 'how soon a page shows what a person or another program did, and what a burst of events costs it',
  },
  cost: {
    cost: 'the whole cost of a post: processor, statements, bytes stored and sent; for one target, six, a picture, a webhook',
  },
  numbers: {
    'sync-crash': 'kills workers while they read numbers; no look may be stored twice, and all sums must agree',
  },
  events: {
    webhooks:
      'many events to failing receivers, by senders that are killed; every event must arrive, signed and logged',
  },
  'under-attack': {
    'hostile-client':
      'a client that aborts and lies, at every route, directly and through Caddy, without affecting others',
    'hostile-neighbour': 'what one tenant can do to another at the highest rate that its limits allow',
    'longest-block':
      'how long each operation that reads or computes holds the event loop, at the largest state that the limits allow',
  },
  agents: {
    'mcp-conformance': 'the conformance suite of the Model Context Protocol against /mcp; npm downloads it',
  },
  install: {
    pack: 'packs the service and the SDK, installs them into an empty folder and starts them; what each part weighs',
    container:
      'runs the steps of the Containerfile on a root file system of Debian, and starts the result without rights',
  },
  upgrades: {
    upgrade:
      'the release before and the next one on one database under load; no request may fail, no post be lost or doubled',
  },
  backups: {
    backup: 'a backup and its restore against pg_dump and pg_restore: time, size and memory, for few rows and many',
    'point-in-time': 'goes back to a moment by the steps of docs/backup.md; nothing may be out twice',
  },
  crashes: {
    'upload-crash': 'kills the whole process tree again and again during uploads; no partial file may be served',
    'copies-and-clocks':
      'data folders copied, put back and moved, and clocks set back; no post may be out twice, no account silent',
    chaos: 'everything at once: kills, freezes, cut connections, all kinds of faults, and users who change their minds',
  },
}

const [name, ...args] = process.argv.slice(2)
const promise = Object.keys(programs).find((each) => name !== undefined && Object.hasOwn(programs[each] ?? {}, name))
if (!name || !promise) {
  const list = Object.entries(programs).map(([each, inside]) =>
    [each, ...Object.entries(inside).map(([program, about]) => `  ${program.padEnd(18)} ${about}`)].join('\n'),
  )
  console.log(`npm run bench -- <program>\n\n${list.join('\n\n')}`)
  process.exit(name ? 2 : 0)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, promise, `${name}.ts`), ...args], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
