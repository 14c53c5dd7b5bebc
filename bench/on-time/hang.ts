import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import type { Network } from '../posts/publisher.ts'
import { addFault, setLatency } from '../posts/sandbox.ts'
import { analyze, schedule } from '../posts/scheduled.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures whether a hanging network delays the others: posts of four networks, spread over a minute, first with all
 * networks healthy and then with one whose calls never return. Lateness is the start of a call minus the due time.
 *
 *     node bench/on-time/hang.ts [--quick] [--hangs x] [--workers 0]
 */
const { quick, hangs, workers } = readOptions({ quick: false, hangs: 'x', workers: 0 })
const networks = ['bluesky', 'facebook', 'x', 'mastodon'] as const satisfies Network[]
const spreadMs = quick ? 15_000 : 60_000
/** The number of posts per second across all networks. */
const rate = 100
const headStartMs = 4_000
/** Longer than the timeout of any call. */
const neverMs = 100_000

await using stage = await openStage()
const api = await stage.run(workers === 0 ? 'start' : 'api')
for (let no = 0; no < workers; no++) await stage.run('worker')
const publisher = await signUp(api)
const profiles = quick ? 10 : 40
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles, ofEach: 10, networks })
await setLatency(stage.sandbox, 200, 800)
await round(stage, accounts, 'warm')
const well = await round(stage, accounts, 'well')
await addFault(stage.sandbox, { network: hangs, kind: 'slow', delayMs: neverMs, probability: 1 })
const hanging = await round(stage, accounts, 'hanging')
for (const network of networks) {
  const [before, after] = [well.get(network) ?? Number.NaN, hanging.get(network) ?? Number.NaN]
  const result = network === hangs ? 'hangs' : `${(after / before).toFixed(2)} times (wanted: at most 1.5)`
  console.log(
    `${network.padEnd(9)} delay p99 ${before.toFixed(0)} ms with all networks up, ${after.toFixed(0)} ms with one that hangs: ${result}`,
  )
}
// The bench is over, although hanging calls would still be awaited.
process.exitCode = 0

async function round(at: Stage, all: readonly Connected[], name: string): Promise<ReadonlyMap<string, number>> {
  const count = (rate * spreadMs) / 1_000
  const firstAt = Date.now() + headStartMs + count / 2
  const posts = Array.from({ length: count }, (_, no) => ({
    account: all[no % all.length]!,
    dueAt: new Date(firstAt + Math.round((spreadMs * no) / count)),
    text: `${name} ${no}`,
  }))
  await schedule(at.db, publisher.ownerUid, posts)
  await analyze(at.db)
  await sleep(firstAt + spreadMs + 5_000 - Date.now())
  const { rows } = await sql<{ network: string; lateMs: number; begun: number; due: number }>`
    select p.network, count(c.begun_at) as begun, count(*) as due,
      percentile_cont(0.99) within group (order by extract(epoch from coalesce(c.begun_at, ph.now()) - p.wanted_at))::float8 * 1000
        as late_ms
    from publication p left join lateral (
      select min(begun_at) as begun_at from publication_call where publication_id = p.id) c on true
    where p.wanted_at >= ${new Date(firstAt)} group by p.network`.execute(at.db)
  for (const { network, begun, due } of rows)
    if (begun < due && network !== hangs) console.log(`  ${name}: ${due - begun} posts of ${network} were not begun`)
  return new Map(rows.map(({ network, lateMs }) => [network, lateMs]))
}
