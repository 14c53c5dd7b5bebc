import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The programs behind the figures of `bench/README.md`. Each runs alone, is bounded, and cleans up. */
const programs: Readonly<Record<string, string>> = {
  profiles: 'reading and creating a profile, against bare Fastify and bare SQL',
  audit: 'sealing and proving the audit log, against reading and hashing its rows in SQL',
  start: 'npm start until it is ready, first and later, and the memory of our processes',
  rls: 'a read of one row with and without row level security',
  hostile: 'hundreds of hostile files and thousands of changed ones; none may be taken or served wrongly',
  'hostile-neighbour': 'what one tenant can do to another at the highest rate that its limits allow',
  'hostile-texts': 'what 100,000 characters of each hostile text cost wherever such text is read',
  uploads: 'a file of 500 MB against a bare stream to disk, and what others notice of twenty at once',
  'upload-crash': 'kills the whole tree again and again while files arrive; nothing half may ever be served',
  'publish-crash':
    'kills workers at each moment of publishing, and loses answers; nothing may be there twice, lost or misjudged',
  mutants: 'takes one safeguard after the other out of a copy; publish-crash must see each of them',
  punctual: 'how late posts go out: a thousand at one instant, ten thousand in a minute, ten thousand at once',
  'one-account': 'the pace of one account and of ten, against bare loops of the same calls',
  throughput: 'posts a second with two workers, against the claim loop alone, and what one post costs the database',
  hang: 'whether a network that hangs makes the others late',
  tokens: 'takes tokens away and lets renewals fail at random; no post may be lost, nobody parted from their account',
  create: 'writing a post against the floor, and what a million stored posts change',
  quota: 'a month of a busy team at networks that count; not one refusal that could have been known',
  downtime: 'what becomes of posts that were due while everything was off',
  webhooks:
    'many events to receivers that fail, by senders that are killed; none may be lost, none unsigned, none unlogged',
  'webhook-isolation': 'whether an endpoint that hangs makes the others late',
  'webhook-throughput':
    'deliveries in a second with their log, against bare signed POSTs, and what one costs the database',
  stream: 'how late events reach a thousand who listen, at two processes; none may be missed, none come twice',
  'webhook-cost': 'what a post costs the database when nobody is told, and when three endpoints are',
  chaos:
    'everything at once: kills, freezes, cuts, faults of every kind, and users who change their minds; nothing may be lost or twice',
  crash: 'kills the whole tree again and again under load; no acknowledged row may be lost',
}

const [name] = process.argv.slice(2)
if (!name || !(name in programs)) {
  console.log(
    `npm run bench -- <program>\n\n${Object.entries(programs)
      .map(([each, about]) => `  ${each.padEnd(14)} ${about}`)
      .join('\n')}`,
  )
  process.exit(name ? 2 : 0)
}
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...process.argv.slice(3)], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
