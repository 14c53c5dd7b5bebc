import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import { publishingCalls, quantile, setLatency } from '../posts/sandbox.ts'
import { analyze, latenessOf, outcome, type Scheduled, schedule } from '../posts/scheduled.ts'
import { openStage } from '../posts/stage.ts'

/**
 * Reads the metrics of ten thousand posts, all due at once, while other posts are published. Measures how late those are with and without the reading, in turns. The networks take 200 to 800 ms for each call.
 *
 *     node bench/numbers/sync-beside.ts [--quick]
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const scale = values.quick ? 0.1 : 1
const watched = 10_000 * scale
const rounds = 3
const ofRound = { posts: 600, spreadMs: 30_000 }
const headStartMs = 2_000
const wantedRatio = 1.2

await using stage = await openStage()
const api = await stage.run('start')
const publisher = await signUp(api)
const accounts = await connectAccounts(publisher, stage.sandbox, { profiles: 40 * scale, ofEach: 10 })
console.log(`${accounts.length} accounts connected`)
await publish('seed', watched, 1_000)
await sql`update metrics_account set due_at = 'infinity'`.execute(stage.db)
await sql`update metrics_watch set due_at = 'infinity'`.execute(stage.db)
await setLatency(stage.sandbox, 200, 800)

const calm: number[] = []
const beside: number[] = []
for (let nth = 1; nth <= rounds; nth += 1) {
  calm.push(...(await publish(`calm ${nth}`, ofRound.posts, ofRound.spreadMs)))
  const posts = publish(`beside ${nth}`, ofRound.posts, ofRound.spreadMs)
  const read = await readUntil(posts)
  beside.push(...(await posts))
  console.log(`round ${nth}: ${read} posts read in this time`)
}
const [calmMs, besideMs] = [quantile(calm, 0.99), quantile(beside, 0.99)]
console.log(
  `late p50 ${quantile(calm, 0.5).toFixed(0)} ms and p99 ${calmMs.toFixed(0)} ms alone; ` +
    `p50 ${quantile(beside, 0.5).toFixed(0)} ms and p99 ${besideMs.toFixed(0)} ms during the reading: ` +
    `${(besideMs / calmMs).toFixed(2)} times (wanted: at most ${wantedRatio})`,
)

/** Reads all watched posts repeatedly until the posts are published. Returns the number of reads. */
async function readUntil(posts: Promise<unknown>): Promise<number> {
  let isOut = false
  void posts.then(() => {
    isOut = true
  })
  let read = 0
  while (!isOut) {
    await sql`update metrics_watch set due_at = ph.now()
      where target_id in (select target_id from metrics_watch order by published_at limit ${watched})`.execute(stage.db)
    while (!isOut && (await unread()) > 0) await sleep(200)
    read += watched - (await unread())
  }
  await sql`update metrics_watch set due_at = 'infinity'`.execute(stage.db)
  return read
}

async function unread(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from metrics_watch where due_at <= ph.now()`.execute(stage.db)
  return rows[0]?.n ?? 0
}

/** Publishes posts over a period, waits until all are published, and returns how late each was, in ms. */
async function publish(name: string, count: number, spreadMs: number): Promise<number[]> {
  const before = (await publishingCalls(stage.sandbox)).length
  const firstAt = Date.now() + headStartMs + count / 2
  const posts: Scheduled[] = Array.from({ length: count }, (_, no) => ({
    account: accountOf(no),
    dueAt: new Date(firstAt + Math.round((spreadMs * no) / count)),
    text: `${name} ${no}`,
  }))
  await schedule(stage.db, publisher.ownerUid, posts)
  await analyze(stage.db)
  while ((await outcome(stage.db)).open > 0) await sleep(200)
  return latenessOf(posts, (await publishingCalls(stage.sandbox)).slice(before))
}

function accountOf(no: number): Connected {
  const account = accounts[no % accounts.length]
  if (!account) throw new Error('there is an account')
  return account
}
