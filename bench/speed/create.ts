import { get } from 'node:http'
import { sql } from 'kysely'
import { toWire } from '#kernel/ids.ts'
import { connectProfile, signUp } from '../posts/people.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { median } from '../tools/figures.ts'
import { type Load, load, type Request } from '../tools/load.ts'
import { readOptions } from '../tools/options.ts'
import { cpuSeconds, rssMb, type Started, startServer } from '../tools/processes.ts'

/**
 * Compares creating a post with the baseline, the same inserts from bare Fastify, in alternation. Then, with a million
 * posts stored, it measures reading one, reading a page of a hundred, creating one more, and reading the whole list in
 * one response.
 *
 *     node bench/speed/create.ts [--quick] [--stored 1000000]
 */
const { quick, stored } = readOptions({ quick: false, stored: [20_000, 1_000_000] })
const rounds = quick ? 3 : 5
const secondsEach = quick ? 1 : 3
const connections = 16

await using stage = await openStage({ shared_buffers: '128MB', max_wal_size: '2GB' })
const api = await stage.run('api')
const publisher = await signUp(api)
const accounts = await connectProfile(publisher, stage.sandbox, 1)
const [first] = accounts
if (!first) throw new Error('there is an account')
await using floor = await startFloor(stage)

let turn = 0
const headers = { 'content-type': 'application/json' }
const asPublisher = { ...publisher.headers, ...headers }
const platforms = accounts.map(({ network }) => network)
const accountIds = accounts.map(({ id }) => id)
/** One post in ten minutes, which is within every network's quota. */
const nextTime = () => ({
  scheduledAt: new Date(Date.now() + 30 * 86_400_000 + ((turn * 600_000) % (600 * 86_400_000))).toISOString(),
})

interface Pair {
  readonly name: string
  ours(): Request
  floor(): Request
}

const writing = (name: string, more: () => object): Pair => ({
  name,
  ours: () => write('/v1/posts', asPublisher, { profileId: first.wire.profileId, platforms, ...more() }),
  floor: () => write('/posts', headers, { accountIds, ...more() }),
})
const write = (path: string, given: Request['headers'], body: object): Request => {
  turn += 1
  return {
    method: 'POST',
    path,
    headers: given,
    body: JSON.stringify({ content: `The gulls are back, no. ${turn}`, ...body }),
  }
}
const draft = writing('a draft', () => ({ saveAsDraft: true }))
const scheduled = writing('scheduled', nextTime)

for (const pair of [draft, scheduled]) reportRate(pair.name, await compare(pair))

const beganAt = performance.now()
await store(stage, stored)
console.log(`${stored} posts stored in ${((performance.now() - beganAt) / 1_000).toFixed(0)} s`)
const some = await sql<{ id: string }>`select id from post tablesample system (1) limit 2000`.execute(stage.db)
const page = await publisher.call<{ posts: { id: string }[] }>('GET', '/v1/posts?limit=100')
console.log(`a page has ${page.posts.length} posts`)
const ids = some.rows.map(({ id }) => ({ id, wire: toWire('post', id) }))
const oneOf = () => ids[turn++ % ids.length]!
const pairs: readonly Pair[] = [
  {
    name: 'read one',
    ours: () => ({ method: 'GET', path: `/v1/posts/${oneOf().wire}`, headers: publisher.headers }),
    floor: () => ({ method: 'GET', path: `/posts/${oneOf().id}`, headers }),
  },
  {
    name: 'page of 100',
    ours: () => ({ method: 'GET', path: '/v1/posts?limit=100', headers: publisher.headers }),
    floor: () => ({ method: 'GET', path: '/posts', headers }),
  },
  { ...draft, name: 'one more' },
]
for (const pair of pairs) reportLatency(pair.name, await compare(pair))
await streamAll()

interface Compared {
  readonly ours: readonly Measured[]
  readonly floor: readonly Measured[]
}
interface Measured extends Load {
  readonly cpuMs: number
}

async function compare(pair: Pair): Promise<Compared> {
  const results: { ours: Measured[]; floor: Measured[] } = { ours: [], floor: [] }
  const sides = [
    ['ours', api, pair.ours],
    ['floor', floor, pair.floor],
  ] as const
  for (const [, { url }, next] of sides) await load(url, connections, 1_000, next)
  for (let round = 0; round < rounds; round++) {
    for (const [name, server, next] of sides) {
      const pid = server.child.pid ?? 0
      const before = cpuSeconds(pid)
      const result = await load(server.url, connections, secondsEach * 1_000, next)
      const cpuMs = ((cpuSeconds(pid) - before) * 1_000) / (result.requestsPerSecond * secondsEach)
      results[name].push({ ...result, cpuMs })
    }
  }
  return results
}

function of(all: readonly Measured[], what: keyof Measured): number {
  return median(all.map((one) => one[what]))
}

function reportRate(name: string, { ours, floor: bare }: Compared): void {
  const ratios = ours.map((one, at) => one.requestsPerSecond / (bare[at]?.requestsPerSecond ?? Number.NaN))
  console.log(
    `${name.padEnd(12)} ours ${of(ours, 'requestsPerSecond').toFixed(0)}/s, p99 ${of(ours, 'p99Ms').toFixed(1)} ms, ${of(ours, 'cpuMs').toFixed(2)} ms of processor; floor ${of(bare, 'requestsPerSecond').toFixed(0)}/s, p99 ${of(bare, 'p99Ms').toFixed(1)} ms, ${of(bare, 'cpuMs').toFixed(2)} ms; ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; wanted: at least 0.4)`,
  )
}

function reportLatency(name: string, { ours, floor: bare }: Compared): void {
  const ratios = ours.map((one, at) => one.p99Ms / (bare[at]?.p99Ms ?? Number.NaN))
  console.log(
    `${name.padEnd(12)} ours p99 ${of(ours, 'p99Ms').toFixed(1)} ms at ${of(ours, 'requestsPerSecond').toFixed(0)}/s; floor p99 ${of(bare, 'p99Ms').toFixed(1)} ms at ${of(bare, 'requestsPerSecond').toFixed(0)}/s; ${median(ratios).toFixed(1)} times (${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}; wanted: at most 4)`,
  )
}

/** Reads all posts in one response, and measures the memory that the process needs for it. */
async function streamAll(): Promise<void> {
  const pid = api.child.pid ?? 0
  const before = rssMb(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rssMb(pid))
  }, 50)
  const sentAt = performance.now()
  let firstByteMs: number | null = null
  let bytes = 0
  let tail = ''
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    get(`${api.url}/v1/posts`, { headers: publisher.headers }, resolve).once('error', reject),
  )
  for await (const chunk of answer) {
    firstByteMs ??= performance.now() - sentAt
    bytes += (chunk as Buffer).length
    tail = (tail + (chunk as Buffer).toString('latin1')).slice(-20)
  }
  clearInterval(watch)
  const tookSeconds = (performance.now() - sentAt) / 1_000
  console.log(
    `the whole list: status ${answer.statusCode}, ${(bytes / 1e6).toFixed(0)} MB in ${tookSeconds.toFixed(0)} s, first byte after ${firstByteMs?.toFixed(0)} ms (wanted: under 1000), ${(most - before).toFixed(0)} MB more memory (wanted: under 64; ${before.toFixed(0)} before), ends with ${tail.slice(-3)}`,
  )
}

function startFloor({ env }: Stage): Promise<Started> {
  return startServer(['bench/posts/floor-server.ts'], {
    DATABASE_URL: env.DATABASE_URL ?? '',
    OWNER_UID: publisher.ownerUid,
    PROFILE_ID: first?.profileId ?? '',
  })
}

/** Stores drafts and scheduled posts of the last year, with two targets each. */
async function store({ db }: Stage, count: number): Promise<void> {
  const batch = 50_000
  for (let from = 0; from < count; from += batch) {
    const to = Math.min(count, from + batch) - 1
    await db.transaction().execute(async (tx) => {
      // Skips foreign key checks. The references are valid by construction, and checking three million of them would
      // take longer than the rest.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
      with made as (
        insert into post (id, owner_uid, author_uid, profile_id, intent, status, status_since, content, format,
          scheduled_at, created_at, updated_at)
        select uuidv7(-(interval '1 year' * (${count} - no) / ${count})), ${publisher.ownerUid}, ${publisher.ownerUid},
          ${first?.profileId}, w, w, ph.now(), 'The lighthouse is open again, and it is number ' || no, 'post',
          case when w = 'scheduled' then ph.now() + interval '2 days' + no * interval '1 s' end, ph.now(), ph.now()
        from generate_series(${from}::int, ${to}::int) no, lateral (
          select case when no % 10 = 0 then 'scheduled' else 'draft' end as w) as which
        returning id)
      insert into post_target (id, owner_uid, post_id, account_id, network, position, created_at)
      select gen_random_uuid(), ${publisher.ownerUid}, made.id, a.id, a.network, 0, ph.now()
      from made, account a where a.id = any(${accountIds}::uuid[])`.execute(tx)
    })
  }
  await sql`vacuum analyze post, post_target`.execute(db)
}
