import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { noise } from '#test/world/pictures.ts'
import { createBacklog } from '../posts/backlog.ts'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import { allNetworks, type Network } from '../posts/publisher.ts'
import { publishingCalls, setLatency, timesSeen } from '../posts/sandbox.ts'
import { outcome } from '../posts/scheduled.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { readOptions } from '../tools/options.ts'
import { cpuSeconds, root, rssMb, type Started, tree } from '../tools/processes.ts'

/**
 * Measures how many posts are published per second while more are always due, with two workers or the number in
 * `--workers`, and networks that respond after 20 to 80 ms. Then it measures the bare claim loop, as fast as two
 * processes can run it. `cost` measures what one post costs the database.
 *
 *     node bench/speed/throughput.ts [--quick] [--seconds 300] [--accounts 1000] [--networks bluesky,facebook,x,mastodon]
 *         [--latency 20-80] [--workers 2]
 *     node bench/speed/throughput.ts --networks all --latency 200-800 --seconds 60 --accounts 2400 [--picture 640x480]
 *
 * Some networks accept only fifteen posts of an account a day and six a minute, so they need many accounts, and YouTube
 * accepts a hundred videos of an app a day: the output shows what was held. If a post needs an image, it has this size,
 * with one file for each profile. A larger one is resized for each post whose network requires it.
 */
const values = readOptions({
  quick: false,
  seconds: [30, 300],
  accounts: [200, 1_000],
  workers: 2,
  networks: 'bluesky,mastodon',
  latency: '20-80',
  picture: '640x480',
})
const { seconds, accounts: accountCount } = values
/** The number of posts that are due at any time. */
const backlog = Math.min(3 * accountCount, 4_500)
const networks: readonly Network[] = values.networks === 'all' ? allNetworks : (values.networks.split(',') as Network[])
const [width = 640, height = 480] = values.picture.split('x').map(Number)
const [minMs = 20, maxMs = 80] = values.latency.split('-').map(Number)
const warmUpMs = values.quick ? 5_000 : 30_000

await using stage = await openStage()
const api = await stage.run('api')
const publisher = await signUp(api)
const profiles = Math.ceil(accountCount / (10 * networks.length))
const connectingAt = performance.now()
const accounts = await connectAccounts(publisher, stage.sandbox, {
  profiles,
  ofEach: 10,
  networks,
  files: {
    picture: await noise(width >> 3, height >> 3)
      .resize(width, height)
      .jpeg()
      .toBuffer(),
    film: await readFile(join(root, 'test/fixtures/media/plain.mp4')),
  },
})
console.log(`${accounts.length} accounts connected in ${((performance.now() - connectingAt) / 1_000).toFixed(0)} s`)
await setLatency(stage.sandbox, minMs, maxMs)
const workers: Started[] = []
for (let no = 0; no < values.workers; no++) workers.push(await stage.run('worker'))
const rate = await measure(stage, workers, accounts)
for (const worker of workers) await worker[Symbol.asyncDispose]()
await compareWithFloor(stage)

async function measure(at: Stage, processes: readonly Started[], all: readonly Connected[]): Promise<number> {
  const posts = createBacklog(at.db, publisher.ownerUid, all, backlog)
  let published = await posts.keep(warmUpMs)
  const pids = processes.map(({ child }) => child.pid ?? 0)
  const startedFrom = await byNetwork(at)
  const spentFrom = cpuOfOthers(at)
  const before = { published, rss: pids.map(rssMb), cpu: pids.map(cpuSeconds), at: performance.now() }
  const minutes: string[] = []
  for (let left = seconds; left > 0; left -= 60) {
    published = await posts.keep(Math.min(left, 60) * 1_000)
    minutes.push(pids.map((pid) => `${rssMb(pid).toFixed(0)}`).join('+'))
  }
  const tookSeconds = (performance.now() - before.at) / 1_000
  const { other } = await outcome(at.db)
  const endedAt = await byNetwork(at)
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
  const spent = cpuOfOthers(at).map(({ name, seconds: used }, nth) => {
    const ms = ((used - (spentFrom[nth]?.seconds ?? 0)) / done) * 1_000
    return `${name} ${ms.toFixed(1)} ms`
  })
  console.log(`  and apart from the workers: ${spent.join(', ')}`)
  for (const { network, published: out, held, waits } of endedAt) {
    const ofIt = out - (startedFrom.find((one) => one.network === network)?.published ?? 0)
    console.log(
      `  ${network.padEnd(9)} ${(ofIt / tookSeconds).toFixed(1)} a second; held back by a quota: ${held}; in progress ${waits}`,
    )
  }
  for (const row of await endedOtherwise(at)) console.log(`  ${row.network} ${row.status}: ${row.n}, ${row.error}`)
  const calls = await publishingCalls(at.sandbox)
  console.log(`  visible calls to the networks: ${calls.length}, the sandbox keeps only the last 100000`)
  const seen = await timesSeen(at.sandbox, networks)
  const { rows: out } = await sql<{ content: string }>`select content from post where status = 'published'`.execute(
    at.db,
  )
  const twice = [...seen.values()].filter((times) => times > 1).length
  const missing = out.filter(({ content }) => !seen.has(content)).length
  console.log(`  duplicates: ${twice}; said to be out, and not seen there: ${missing} of ${out.length} (wanted: 0, 0)`)
  return perSecond
}

/**
 * Returns the processor time of the other processes that still run. All but one or two database sessions live
 * throughout.
 */
function cpuOfOthers({ sandbox }: Stage): readonly { readonly name: string; readonly seconds: number }[] {
  const spentBy = (pid: number): number => {
    try {
      return cpuSeconds(pid)
    } catch {
      return 0
    }
  }
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + spentBy(pid), 0)
  const below = (of: Started) => tree(of.child.pid ?? 0).map(({ pid }) => pid)
  const database = tree(process.pid).filter(({ command }) => command.startsWith('postgres'))
  return [
    { name: 'the api', seconds: sum(below(api)) },
    { name: 'the sandbox', seconds: sum(below(sandbox)) },
    { name: 'PostgreSQL', seconds: sum(database.map(({ pid }) => pid)) },
  ]
}

interface AtNetwork {
  readonly network: string
  readonly published: number
  readonly held: number
  readonly waits: number
}

async function byNetwork({ db }: Stage): Promise<readonly AtNetwork[]> {
  const { rows } =
    await sql<AtNetwork>`select network, (count(*) filter (where status = 'published'))::int as published,
      (count(*) filter (where held_until is not null))::int as held,
      (count(*) filter (where status in ('publishing', 'processing')))::int as waits
    from publication group by network order by network`.execute(db)
  return rows
}

async function endedOtherwise({ db }: Stage) {
  const { rows } = await sql<{ network: string; status: string; error: string | null; n: number }>`
    select network, status, coalesce(error_code, '') || ': ' || coalesce(left(error, 120), '') as error, count(*)::int as n
    from publication where status in ('failed', 'unknown') group by 1, 2, 3 order by 4 desc limit 10`.execute(db)
  return rows
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
    const message = await text(child.stdout)
    await exit
    return JSON.parse(message) as { done: number; seconds: number }
  })
  const floor = (await Promise.all(loops)).reduce((sum, { done, seconds: took }) => sum + done / took, 0)
  console.log(`the bare claim loop: ${floor.toFixed(0)} a second; ours is ${(rate / floor).toFixed(3)} of it`)
}
