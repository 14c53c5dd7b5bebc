import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * The programs behind the figures in `bench/README.md`, grouped by the guarantee that they measure. Each runs alone, is
 * bounded, and cleans up. Their folder is named after the guarantee.
 */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  once: {
    'publish-crash':
      'kills workers at each moment of publishing, and loses responses; no post may be duplicated, lost or misreported',
    mutants: 'removes one safeguard at a time from a copy of the code; publish-crash must detect each removal',
    tokens: 'revokes tokens and makes renewals fail at random; no post may be lost, no account disconnected',
    quota: 'a busy team’s month on networks with quotas; no call may be refused because of a known quota',
  },
  'on-time': {
    punctual:
      'how late posts are published: a thousand at one instant, ten thousand over a minute, ten thousand at once',
    hang: 'whether a hanging network delays posts to other networks',
    'one-account': 'the throughput of one account and of ten, compared with bare loops of the same calls',
  },
  speed: {
    create: 'creating a post compared with a bare baseline, and the effect of a million stored posts',
    throughput: 'posts per second with two workers, compared with the claim loop alone',
    analytics: 'queries over a year of fifty accounts, with few snapshots and with many, compared with a full scan',
    'bulk-edit': 'an edit of five hundred scheduled posts, its dry run and its undo, and how long other requests wait',
    filters: 'the lists of a brand with ten thousand posts and forty labels, by each filter and by several together',
    inbox: 'an inbox with a hundred thousand conversations, by each filter and by words',
    'inbox-burst': 'how a burst of ten thousand comments below one post is read, and when a comment on another post',
    start: '`npm start` until it is ready, on the first and on later starts, and the memory of Posthorn’s processes',
    idle: 'processor time and memory of an idle installation',
  },
  pages: {
    budget:
      'the pages at full processor speed and at a quarter of it: paint, blocking, layout shifts, and typing a long text',
    newcomer:
      'the clicks and the machine time of a new owner from the first page to a post, a retry, a webhook and next week',
    responses: 'how soon a page shows an action by a person or another program, and the cost of a burst of events',
  },
  cost: {
    cost: 'the cost of a post: processor time, statements, bytes stored and sent; with one target, six, an image, a webhook',
  },
  numbers: {
    'sync-crash': 'kills workers while they read metrics; no snapshot may be stored twice, and all sums must match',
  },
  events: {
    webhooks:
      'many events for failing receivers, from senders that are killed; every event must arrive, signed and logged',
  },
  'under-attack': {
    'hostile-client':
      'a client that aborts and declares wrong lengths, on every route; no other client may be affected',
    'hostile-neighbour': 'how much one tenant can affect another at the highest rate that its limits allow',
    'longest-block':
      'how long each operation that reads or computes blocks the event loop, at the largest data size that the limits allow',
  },
  agents: {
    'generated-clients':
      'clients of three other generators: each must compile under --strict and make ten calls; npm downloads them',
    'mcp-conformance': 'the conformance suite of the Model Context Protocol against /mcp; npm downloads it',
  },
  install: {
    pack: 'packs the service and the SDK, installs them into an empty folder and starts them; the size of each part',
    container:
      'runs the steps of the Containerfile on a Debian root file system, and starts the result without privileges',
  },
  upgrades: {
    upgrade:
      'the previous and the next release on one database under load; no request may fail, no post be lost or duplicated',
  },
  backups: {
    backup: 'backup and restore compared with pg_dump and pg_restore: time, size and memory, for few rows and for many',
    'point-in-time': 'restores to a point in time by the steps in docs/backup.md; nothing may be published twice',
  },
  crashes: {
    'upload-crash': 'repeatedly kills the whole process tree during uploads; no partial file may be served',
    'copies-and-clocks':
      'data folders copied, restored and moved, and clocks set back; no post may be published twice, no account be stuck',
    chaos:
      'everything at once: kills, freezes, cut connections, faults of every kind, and users who change their posts',
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
