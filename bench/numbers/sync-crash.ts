import { once } from 'node:events'
import { sql } from 'kysely'
import { verifyAnalytics } from '#modules/analytics/index.ts'
import { connectProfile, signUp } from '../posts/people.ts'
import { control } from '../posts/sandbox.ts'
import { openStage } from '../posts/stage.ts'
import { readOptions } from '../tools/options.ts'
import { until } from '../tools/until.ts'

/**
 * Repeatedly kills workers while they read post metrics. No snapshot may be stored twice, and all roll-ups must match
 * the snapshots.
 *
 *     node bench/numbers/sync-crash.ts [--quick]
 */
const { kills } = readOptions({ quick: false, kills: [6, 60] })
const postsOfEach = 60

await using stage = await openStage()
const api = await stage.run('api')
let workers = [await stage.run('worker'), await stage.run('worker')]
const publisher = await signUp(api)
const accounts = await connectProfile(publisher, stage.sandbox, 4)
const platforms = accounts.map(({ network, wire }) => ({ platform: network, accountId: wire.id }))
const [{ wire } = { wire: { profileId: '' } }] = accounts
for (let nth = 0; nth < postsOfEach; nth += 1)
  await publisher.call('POST', '/v1/posts', {
    profileId: wire.profileId,
    platforms,
    content: `The gulls are back, no. ${nth}`,
  })
const targets = postsOfEach * accounts.length
const countOf = async (query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${query}) q`.execute(stage.db)
  return rows[0]?.n ?? 0
}
await until('all posts are watched', async () => (await countOf(sql`select from metrics_watch`)) === targets).catch(
  () => {},
)
console.log(`${await countOf(sql`select from metrics_watch`)} of ${targets} posts are watched`)

await sql`update metrics_account set due_at = 'infinity'`.execute(stage.db)
for (let nth = 0; nth < kills; nth += 1) {
  await control(stage.sandbox, 'POST', '/clock', { advanceMs: 1_800_000 })
  await sql`update metrics_watch set due_at = now()`.execute(stage.db)
  const [victim, ...others] = workers
  if (!victim) throw new Error('there is a worker')
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1_500))
  victim.child.kill('SIGKILL')
  if (victim.child.exitCode === null && victim.child.signalCode === null) await once(victim.child, 'exit')
  workers = [...others, await stage.run('worker')]
}
const isRead = async () => (await countOf(sql`select from metrics_watch where due_at <= now()`)) === 0
await until('all posts are read', isRead).catch(() => {})
const late = await countOf(sql`select from metrics_watch where due_at <= now()`)
const snapshots = await countOf(sql`select from metrics_snapshot`)
const equal = await countOf(sql`select from (
  select row(views, likes, comments, shares, saves, impressions, reach) as now,
    lag(row(views, likes, comments, shares, saves, impressions, reach)) over (partition by target_id order by at) as before
  from metrics_snapshot) s where now = before`)
const { faults } = await verifyAnalytics(stage.db)
for (const fault of faults) console.log(fault)
console.log(
  `${kills} workers killed, ${snapshots} snapshots: ${equal} stored twice (wanted: 0), ${faults.length} faults of roll-ups ` +
    `(wanted: 0), ${late} posts still to be read (wanted: 0)`,
)
if (equal + faults.length + late > 0) process.exitCode = 1
