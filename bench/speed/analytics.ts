import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import type { AccountId, PostTargetId } from '#kernel/ids.ts'
import { saveNumbers } from '#modules/analytics/store/numbers.ts'
import { connectProfile, signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { load } from '../tools/load.ts'
import { median } from '../tools/processes.ts'
import { addSnapshots, fillPosts, listPostIds, rollUpSnapshots, walkYear } from './analytics/fill.ts'

/**
 * Asks about a year of one owner with fifty accounts, with few snapshots and with ten times as many at the same number
 * of posts. Beside it runs a plain SQL walk over the snapshots. Then numbers are stored as fast as possible.
 *
 *     node bench/speed/analytics.ts [--quick]
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const size = values.quick ? { accounts: 10, posts: 5_000 } : { accounts: 50, posts: 200_000 }
const few = 2.5
const many = 25
const secondsEach = values.quick ? 2 : 10
const ingestSeconds = values.quick ? 3 : 15

await using stage = await openStage({ shared_buffers: '512MB', max_wal_size: '4GB', work_mem: '32MB' })
const api = await stage.run('api')
const publisher = await signUp(api)
const [first] = await connectProfile(publisher, stage.sandbox, 1)
if (!first) throw new Error('there is an account')
const accounts = await fillPosts(stage.db, { accountId: first.id, ...size })
const ids = await listPostIds(stage.db, 100)

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const questions: Readonly<Record<string, { readonly path: string; readonly wantedMs: number }>> = {
  'overview of a year': { path: `overview?startDate=${daysAgo(364)}&timezone=Europe/Berlin`, wantedMs: 60 },
  compare: {
    path:
      `compare?periodAStart=${daysAgo(364)}&periodAEnd=${daysAgo(183)}` +
      `&periodBStart=${daysAgo(182)}&periodBEnd=${daysAgo(0)}&timezone=Europe/Berlin`,
    wantedMs: 120,
  },
  'best times': { path: 'best-times?timezone=Europe/Berlin', wantedMs: 80 },
  'summary of 100 posts': { path: `posts-summary?postIds=${ids.join(',')}`, wantedMs: 15 },
}

const before = await measure(Math.round(size.posts * few))
const after = await measure(size.posts * many)
for (const name of Object.keys(questions)) {
  const [one = Number.NaN, other = Number.NaN] = [before.get(name), after.get(name)]
  console.log(`${name}: ${(other / one).toFixed(2)} times as long with ten times the snapshots (wanted: at most 1.2)`)
}
const overview = after.get('overview of a year') ?? Number.NaN
const walks: number[] = []
for (let nth = 0; nth < 3; nth += 1) walks.push(await walkYear(stage.db, accounts))
console.log(
  `a plain walk over the snapshots: ${median(walks).toFixed(0)} ms, ${(median(walks) / overview).toFixed(0)} times an overview (wanted: at least 20)`,
)
await ingest()

/** Brings the number of snapshots to `total` and asks each question for some seconds. Returns the medians. */
async function measure(total: number): Promise<Map<string, number>> {
  const startedAt = performance.now()
  await addSnapshots(stage.db, total)
  await rollUpSnapshots(stage.db, accounts)
  console.log(`${total} snapshots stored in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  const medians = new Map<string, number>()
  for (const [name, { path, wantedMs }] of Object.entries(questions)) {
    const ask = () => ({ method: 'GET' as const, path: `/v1/analytics/${path}`, headers: publisher.headers })
    await load(api.url, 1, 1_500, ask)
    const { p99Ms, requestsPerSecond } = await load(api.url, 1, secondsEach * 1_000, ask)
    medians.set(name, 1_000 / requestsPerSecond)
    console.log(
      `${name.padEnd(22)} mean ${(1_000 / requestsPerSecond).toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (wanted: under ${wantedMs})`,
    )
  }
  return medians
}

/** Stores numbers of a hundred posts of an account at once, as a look does, two accounts at a time. */
async function ingest(): Promise<void> {
  const { rows } = await sql<{ accountId: AccountId; targets: PostTargetId[] }>`
    select account_id, array_agg(target_id order by published_at desc) as targets from metrics_watch group by 1`.execute(
    stage.db,
  )
  const until = performance.now() + ingestSeconds * 1_000
  const startedAt = performance.now()
  let stored = 0
  const work = async (all: typeof rows): Promise<void> => {
    for (let round = 0; performance.now() < until; round += 1) {
      const { accountId, targets } = all[round % all.length]!
      const from = (Math.floor(round / all.length) * 100) % Math.max(1, targets.length - 100)
      const found = targets.slice(from, from + 100).map((targetId) => ({
        targetId,
        views: 1_000 + round,
        likes: round,
        comments: 1,
        shares: 2,
        reach: 900 + round,
      }))
      stored += await inTx(stage.db, (tx) => saveNumbers(tx, accountId, found))
    }
  }
  const half = Math.ceil(rows.length / 2)
  await Promise.all([work(rows.slice(0, half)), work(rows.slice(half))])
  const rate = stored / ((performance.now() - startedAt) / 1_000)
  console.log(`${rate.toFixed(0)} snapshots stored per second (wanted: at least 3000)`)
}
