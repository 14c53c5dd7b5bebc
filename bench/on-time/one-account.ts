import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { bareLoop } from '../posts/bare-loop.ts'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import { publishingCalls, setLatency } from '../posts/sandbox.ts'
import { analyze, outcome, schedule } from '../posts/scheduled.ts'
import { openStage } from '../posts/stage.ts'
import { quantile } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures how fast the posts of one account are published when all of them are due at once. Compares it with a bare loop that makes the same calls to the same sandbox, one at a time. Both run in turn for several rounds; then ten accounts run
 * against ten such loops.
 *
 *     node bench/on-time/one-account.ts [--posts 100] [--rounds 3] [--network bluesky] [--latency 20-80]
 */
const values = readOptions({ posts: 100, rounds: 3, network: 'bluesky', latency: '20-80', accounts: '1,10' })
const { posts, rounds: roundCount } = values
const network = values.network === 'mastodon' ? 'mastodon' : 'bluesky'
const [minMs = 20, maxMs = 80] = values.latency.split('-').map(Number)
const wanted = 0.6
let written = 0

await using stage = await openStage()
const api = await stage.run('api')
const publisher = await signUp(api)
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: 1, ofEach: 10, networks: [network] })
await setLatency(stage.sandbox, minMs, maxMs)
await using _worker = await stage.run('worker')
await ours(accounts.slice(0, 1), 20)
for (const count of values.accounts.split(',').map(Number)) {
  const some = accounts.slice(0, count)
  const rounds: { ours: number; bare: number; betweenMs: number }[] = []
  for (let nth = 0; nth < roundCount; nth++) {
    const measured = await ours(some, posts)
    rounds.push({ ...measured, bare: await bare(some, posts) })
  }
  const ratios = rounds.map((round) => round.ours / round.bare)
  const median = (pick: (round: (typeof rounds)[number]) => number) => quantile(rounds.map(pick), 0.5).toFixed(1)
  console.log(
    `${String(count).padStart(2)} accounts, ${posts} posts each: ours ${median((round) => round.ours)} a second, bare loops ${median((round) => round.bare)}; ` +
      `ratio ${quantile(ratios, 0.5).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); wanted for one account: at least ${wanted}`,
  )
  console.log(`   from the answer of one call to the intent of the next: ${median((round) => round.betweenMs)} ms`)
}

/** All posts are due now. Returns the number of calls per second that the sandbox received. */
async function ours(some: readonly Connected[], each: number): Promise<{ ours: number; betweenMs: number }> {
  const before = (await publishingCalls(stage.sandbox)).length
  const beganAt = new Date()
  const due = Array.from({ length: each }, () =>
    some.map((account) => ({ account, dueAt: beganAt, text: `post ${written++}` })),
  ).flat()
  await schedule(stage.db, publisher.ownerUid, due)
  await analyze(stage.db)
  const deadline = performance.now() + 120_000
  while ((await outcome(stage.db)).open > 0) {
    if (performance.now() > deadline) throw new Error('not all posts were published within two minutes')
    await sleep(100)
  }
  const calls = (await publishingCalls(stage.sandbox)).slice(before)
  if (calls.length !== due.length) throw new Error(`${calls.length} calls for ${due.length} posts`)
  const seconds = ((calls.at(-1)?.at.getTime() ?? 0) - (calls[0]?.at.getTime() ?? 0)) / 1_000
  return { ours: (calls.length - some.length) / seconds, betweenMs: await between(beganAt) }
}

/** The same calls, from one loop per account. */
async function bare(some: readonly Connected[], each: number): Promise<number> {
  const before = (await publishingCalls(stage.sandbox)).length
  await Promise.all(some.map((account) => bareLoop(stage.sandbox, account, each)))
  const calls = (await publishingCalls(stage.sandbox)).slice(before)
  const seconds = ((calls.at(-1)?.at.getTime() ?? 0) - (calls[0]?.at.getTime() ?? 0)) / 1_000
  return (calls.length - some.length) / seconds
}

/** Returns the median pause between two calls of one account, from Posthorn's own rows. */
async function between(since: Date): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from ms))::float8 * 1000 as ms from (
      select c.begun_at - lag(c.ended_at) over (partition by p.remote_account_id order by c.begun_at) as ms
      from publication_call c join publication p on p.id = c.publication_id where c.begun_at >= ${since}) gaps`.execute(
    stage.db,
  )
  return rows[0]?.ms ?? 0
}
