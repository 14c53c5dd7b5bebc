import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { verifyAnalytics } from '#modules/analytics/index.ts'
import { connectProfile, signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { until } from '../tools/killable.ts'

/**
 * Kills workers while they read the numbers of posts, again and again. No look may be stored twice, and all roll-ups
 * must agree with the snapshots.
 *
 *     node bench/numbers/sync-crash.ts [--quick]
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const kills = values.quick ? 6 : 60
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
const patience = 5
for (let nth = 0; nth < patience; nth += 1) {
  const isOut = () => countOf(sql`select from metrics_watch`).then((count) => count === targets)
  if (
    await until(isOut).then(
      () => true,
      () => false,
    )
  )
    break
}
console.log(`${await countOf(sql`select from metrics_watch`)} of ${targets} posts are watched`)

await sql`update metrics_account set due_at = 'infinity'`.execute(stage.db)
for (let nth = 0; nth < kills; nth += 1) {
  await control('clock', { advanceMs: 1_800_000 })
  await sql`update metrics_watch set due_at = now()`.execute(stage.db)
  const [victim, ...others] = workers
  if (!victim) throw new Error('there is a worker')
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1_500))
  victim.child.kill('SIGKILL')
  if (victim.child.exitCode === null && victim.child.signalCode === null) await once(victim.child, 'exit')
  workers = [...others, await stage.run('worker')]
}
const isRead = () => countOf(sql`select from metrics_watch where due_at <= now()`).then((count) => count === 0)
for (let nth = 0; nth < patience && !(await isRead()); nth += 1) await until(isRead).catch(() => {})
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

async function control(what: string, body: object): Promise<void> {
  const answer = await fetch(`${stage.sandbox.url}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
