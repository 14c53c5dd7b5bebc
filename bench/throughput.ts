import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { costOfOnePost } from './posts/cost.ts'
import { type Connected, connectAccounts, type Network, signUp } from './posts/people.ts'
import { publishingCalls, setLatency } from './posts/sandbox.ts'
import { analyze, outcome, schedule } from './posts/scheduled.ts'
import { openStage, type Stage } from './posts/stage.ts'
import { cpuSeconds, root, rssMb, type Started } from './processes.ts'

/**
 * How many posts go out in a second while there are always more that are due: two workers, and networks that answer after
 * 20 to 80 ms. Then the claim loop that does nothing, as fast as two processes can, and what one post with six targets
 * costs the database.
 *
 *     node bench/throughput.ts [--quick] [--seconds 300] [--accounts 1000] [--networks net-a,net-b,net-d,mastodon] [--latency 20-80]
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    accounts: { type: 'string' },
    networks: { type: 'string', default: 'net-a,mastodon' },
    latency: { type: 'string', default: '20-80' },
  },
})
const seconds = Number(values.seconds ?? (values.quick ? 30 : 300))
const accountCount = Number(values.accounts ?? (values.quick ? 200 : 1_000))
/** So many are due and not yet out, all the time. */
const backlog = 3 * accountCount
const networks = values.networks.split(',') as Network[]
const [minMs = 20, maxMs = 80] = values.latency.split('-').map(Number)
const warmUpMs = values.quick ? 5_000 : 30_000

await using stage = await openStage()
const api = await stage.run('api')
const publisher = await signUp(api)
const profiles = accountCount / (10 * networks.length)
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles, ofEach: 10, networks })
await setLatency(stage.sandbox, minMs, maxMs)
const workers = [await stage.run('worker'), await stage.run('worker')]
const rate = await measure(stage, workers, accounts)
for (const worker of workers) await worker[Symbol.asyncDispose]()
await compareWithFloor(stage)
const cost = await costOfOnePost(stage, publisher)
console.log(
  `one post with ${cost.targets} targets: ${cost.statements} statements (wanted: at most 120), rows written: ${cost.rows.inserted} inserted, ${cost.rows.updated} updated, ${cost.rows.deleted} deleted`,
)
for (const [statement, times] of cost.often) console.log(`  ${String(times).padStart(4)}  ${statement}`)

async function measure(at: Stage, processes: readonly Started[], all: readonly Connected[]): Promise<number> {
  let written = 0
  let published = 0
  const fill = async (): Promise<void> => {
    const lack = backlog - (written - published)
    if (lack <= 0) return
    const now = new Date()
    const posts = Array.from({ length: lack }, () => {
      written += 1
      return { account: all[written % all.length]!, dueAt: now, text: `post ${written}` }
    })
    await schedule(at.db, publisher.ownerUid, posts)
  }
  await fill()
  await analyze(at.db)
  const run = async (durationMs: number): Promise<void> => {
    const until = performance.now() + durationMs
    while (performance.now() < until) {
      await sleep(500)
      published = (await outcome(at.db)).published
      await fill()
    }
  }
  await run(warmUpMs)
  const pids = processes.map(({ child }) => child.pid ?? 0)
  const before = { published, rss: pids.map(rssMb), cpu: pids.map(cpuSeconds), at: performance.now() }
  const minutes: string[] = []
  for (let left = seconds; left > 0; left -= 60) {
    await run(Math.min(left, 60) * 1_000)
    minutes.push(pids.map((pid) => `${rssMb(pid).toFixed(0)}`).join('+'))
  }
  const tookSeconds = (performance.now() - before.at) / 1_000
  const { other } = await outcome(at.db)
  const done = published - before.published
  const perSecond = done / tookSeconds
  const cpu = pids.map((pid, nth) => cpuSeconds(pid) - before.cpu[nth]!)
  console.log(`${done} posts in ${tookSeconds.toFixed(0)} s: ${perSecond.toFixed(0)} a second (wanted: at least 150)`)
  console.log(
    `  memory of the workers (RSS, MB): ${before.rss.map((mb) => mb.toFixed(0)).join('+')} at the start, then each minute ${minutes.join(', ')}`,
  )
  console.log(
    `  processor time of a worker: ${((cpu.reduce((sum, one) => sum + one, 0) / done) * 1_000).toFixed(1)} ms for each post; ended otherwise: ${other}`,
  )
  const seen = await publishingCalls(at.sandbox)
  console.log(`  calls at the networks that could be seen: ${seen.length}, the sandbox keeps the last 100000 of all`)
  return perSecond
}

async function compareWithFloor({ db, connection }: Stage): Promise<void> {
  await sql`create table bench_lane (id uuid primary key, lease_until timestamptz not null default '-infinity', holder text,
    fence bigint not null default 0, parked_until timestamptz not null default '-infinity') with (fillfactor = 60)`.execute(
    db,
  )
  await sql`create table bench_task (id int primary key generated always as identity, lane_id uuid not null,
    network text not null, due_at timestamptz) with (fillfactor = 80)`.execute(db)
  await sql`create index on bench_task (network, due_at) where due_at is not null`.execute(db)
  await sql`create index on bench_task (lane_id, due_at) where due_at is not null`.execute(db)
  await sql`insert into bench_lane (id) select gen_random_uuid() from generate_series(1, ${accountCount})`.execute(db)
  await sql`insert into bench_task (lane_id, network, due_at) select l.id, 'net', ph.now()
    from bench_lane l, generate_series(1, 200)`.execute(db)
  await sql`analyze bench_lane, bench_task`.execute(db)
  const { host, user, database } = connection
  const ms = String((values.quick ? 5 : 20) * 1_000)
  const loops = Array.from({ length: 2 }, async () => {
    const child = spawn(process.execPath, ['bench/posts/claim-floor.ts', host, user, database, ms], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    const said = await text(child.stdout)
    await exit
    return JSON.parse(said) as { done: number; seconds: number }
  })
  const floor = (await Promise.all(loops)).reduce((sum, { done, seconds: took }) => sum + done / took, 0)
  console.log(
    `the claim loop that does nothing: ${floor.toFixed(0)} a second; ours is ${(rate / floor).toFixed(3)} of it`,
  )
}
