import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import type { Publisher } from '../posts/publisher.ts'
import { publishingCalls, setLatency } from '../posts/sandbox.ts'
import { analyze, latenessOf, outcome, type Scheduled, schedule } from '../posts/scheduled.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { quantile } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures how late posts are published: the first byte at the sandbox minus the due time, both by this machine's
 * clock. There are two thousand accounts, half of them on each of two networks whose calls take 200 to 800 ms.
 *
 *     node bench/on-time/punctual.ts [--quick] [--workers 0] [--only one,spread,crowd]
 *
 * Without workers this is one `posthorn start`; else `posthorn api` and that many `posthorn worker`.
 */
const { quick, workers, only } = readOptions({ quick: false, workers: 0, only: [] })
const scale = quick ? 0.1 : 1
const latencyMs = [200, 800] as const
const headStartMs = 4_000

interface Round {
  readonly name: string
  readonly posts: number
  readonly spreadMs: number
  readonly wantedP99Ms: number
}

const rounds: readonly Round[] = [
  { name: 'one', posts: 1_000 * scale, spreadMs: 0, wantedP99Ms: 2_000 },
  { name: 'spread', posts: 10_000 * scale, spreadMs: 60_000 * scale, wantedP99Ms: 10_000 },
  { name: 'crowd', posts: 10_000 * scale, spreadMs: 0, wantedP99Ms: 25_000 },
]

await using stage = await openStage()
const api = await stage.run(workers === 0 ? 'start' : 'api')
for (let no = 0; no < workers; no++) await stage.run('worker')
const publisher = await signUp(api)
const startedAt = performance.now()
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: 100 * scale, ofEach: 10 })
console.log(`${accounts.length} accounts connected in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
await setLatency(stage.sandbox, ...latencyMs)
for (const round of rounds)
  if (only.length === 0 || only.includes(round.name)) await measure(stage, publisher, accounts, round)

async function measure(at: Stage, who: Publisher, all: readonly Connected[], round: Round): Promise<void> {
  const { name, posts: count, spreadMs, wantedP99Ms } = round
  const before = (await publishingCalls(at.sandbox)).length
  const { published: publishedBefore, other: otherBefore } = await outcome(at.db)
  // Posts written now are due later, after the time that writing takes and a margin.
  const firstAt = Date.now() + headStartMs + count / 2
  const posts: Scheduled[] = Array.from({ length: count }, (_, no) => ({
    account: all[no % all.length]!,
    dueAt: new Date(firstAt + Math.round((spreadMs * no) / count)),
    text: `${name} ${no}`,
  }))
  await schedule(at.db, who.ownerUid, posts)
  await analyze(at.db)
  if (Date.now() > firstAt - 500) throw new Error('the head start was too short')
  await sleep(firstAt + spreadMs - Date.now())
  const deadline = performance.now() + 180_000
  let now = await outcome(at.db)
  while (now.open > 0 && performance.now() < deadline) {
    await sleep(500)
    now = await outcome(at.db)
  }
  const calls = (await publishingCalls(at.sandbox)).slice(before)
  const late = latenessOf(posts, calls)
  const figures = [0.5, 0.99, 1].map((part) => `${(quantile(late, part) / 1_000).toFixed(2)} s`)
  console.log(
    `${name.padEnd(7)} ${count} posts over ${spreadMs / 1_000} s: late p50 ${figures[0]}, p99 ${figures[1]} (wanted: under ${wantedP99Ms / 1_000} s), most ${figures[2]}`,
  )
  const { handedMs, begunMs } = await stations(at, firstAt)
  console.log(
    `        of that at most ${(handedMs / 1_000).toFixed(2)} s until it was passed to the engine; p99 ${(begunMs / 1_000).toFixed(2)} s until its call was about to be made`,
  )
  const published = now.published - publishedBefore
  if (published !== count || calls.length !== count || now.other > otherBefore)
    console.log(
      `        published ${published}, calls ${calls.length}, open ${now.open}, otherwise ${now.other - otherBefore}`,
    )
}

/** Returns how the time was spent, according to Posthorn's own rows. */
async function stations({ db }: Stage, firstAt: number): Promise<{ handedMs: number; begunMs: number }> {
  const { rows } = await sql<{ handedMs: number; begunMs: number }>`
    select max(extract(epoch from p.born_at - p.wanted_at))::float8 * 1000 as handed_ms,
      percentile_cont(0.99) within group (order by extract(epoch from c.begun_at - p.wanted_at))::float8 * 1000 as begun_ms
    from publication p join publication_call c on c.publication_id = p.id where p.wanted_at >= ${new Date(firstAt)}`.execute(
    db,
  )
  return rows[0] ?? { handedMs: 0, begunMs: 0 }
}
