import { connectProfile, signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { median } from '../tools/figures.ts'
import { load } from '../tools/load.ts'
import { readOptions } from '../tools/options.ts'
import { addSnapshots, fillPosts, listPostIds, rollUpSnapshots, walkYear } from './analytics/fill.ts'
import { listWatched, measureCost, storeForSeconds } from './analytics/ingest.ts'

/**
 * Queries a year of one owner with fifty accounts, with few snapshots and with ten times as many for the same number of posts. Compares it with a plain SQL query over the snapshots. Then metrics are stored as fast as possible.
 *
 *     node bench/speed/analytics.ts [--quick]
 */
const { quick } = readOptions({ quick: false })
const size = quick ? { accounts: 10, posts: 5_000 } : { accounts: 50, posts: 200_000 }
const few = 2.5
const many = 25
const secondsEach = quick ? 2 : 10
const ingestSeconds = quick ? 3 : 15

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
  `a full scan of the snapshots: ${median(walks).toFixed(0)} ms, ${(median(walks) / overview).toFixed(0)} times an overview (wanted: at least 20)`,
)

const watched = await listWatched(stage.db)
const cost = await measureCost(stage.db, watched)
console.log(
  `a thousand snapshots: ${cost.statements.toFixed(0)} statements, ${cost.rowsWritten.toFixed(0)} rows written, ` +
    `${cost.coldUpdates.toFixed(0)} updates that write into indexes, ${(cost.walBytes / 1_000_000).toFixed(2)} MB of WAL, ` +
    `${cost.databaseMs.toFixed(0)} ms of processor in PostgreSQL and ${cost.ownMs.toFixed(0)} ms here`,
)
const rate = await storeForSeconds(stage.db, watched, ingestSeconds)
console.log(`${rate.toFixed(0)} snapshots stored per second (wanted: at least 3000)`)

/** Raises the number of snapshots to `total` and runs each query for some seconds. Returns the medians. */
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
