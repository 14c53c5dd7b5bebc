import { once } from 'node:events'
import { sql } from 'kysely'
import { migrateDatabase } from '#app/database.ts'
import type { ReceiverPlan, ReceiverSaid } from '../events/webhooks/plan.ts'
import { signUp } from '../posts/people.ts'
import { analyze, outcome } from '../posts/scheduled.ts'
import { openStage } from '../posts/stage.ts'
import { startChild } from '../tools/children.ts'
import { readOptions } from '../tools/options.ts'
import { type Author, type Case, cases, createAuthor, openEndpoints } from './cases.ts'
import { readGrowth } from './growth.ts'
import type { Answer, Ask, Spent } from './plan.ts'
import { type Cost, medianOf, printCosts, share, subtract } from './report.ts'

/**
 * Measures what a scheduled post costs, from the request that writes it to its last event: processor time, statements,
 * bytes in the database, and bytes over the wire. First each post alone, as the median of many; then as many due at the same time, where posts share statements and commits. With `--statements` it lists the statements of each kind.
 *
 *     node bench/speed/cost.ts [--posts 40] [--statements]
 */
const { posts: count, statements } = readOptions({ posts: 40, statements: false })

// No checkpoint occurs during a measurement: after it, the log would contain full pages.
await using stage = await openStage(
  { checkpoint_timeout: '1h', max_wal_size: '4GB' },
  { ALLOW_PRIVATE_WEBHOOKS: 'true' },
)
await migrateDatabase(stage.connection)
const plan: ReceiverPlan = { file: null, latencyMs: [0, 0], flaps: null, tells: false }
await using receiver = await startChild<ReceiverSaid>('events/webhooks/receiver', plan)
const port = new URL(stage.env.PUBLIC_URL ?? '').port
await using installation = await startChild<Answer>('cost/installation', { ...stage.env, PORT: port })
const publisher = await signUp({ ...stage.sandbox, url: installation.ready.url })

const found: [Case, Cost][] = []
for (const one of cases) {
  await openEndpoints(publisher, receiver.ready.url, one.endpoints - (found.at(-1)?.[0].endpoints ?? 0))
  found.push([one, await costOf(one)])
}
const { published, open, other } = await outcome(stage.db)
console.log(`${published} posts were published, ${open} are open, ${other} ended otherwise (wanted: 0, 0)`)
printCosts(found)
const dear = found.filter(
  ([
    { atMost },
    {
      publish: { statements },
    },
  ]) => statements > atMost,
)
for (const [{ name, atMost }] of dear) console.log(`${name}: more than ${atMost} statements to publish it`)
if (open + other + dear.length > 0) process.exitCode = 1

async function costOf(one: Case): Promise<Cost> {
  const author = await createAuthor(publisher, stage.sandbox, one)
  await analyze(stage.db)
  // The first batch opens connections, prepares plans and causes code to be compiled.
  await publishTogether(author)
  const crowded = await publishTogether(author)
  const before = await readGrowth(stage.db)
  const written: Spent[] = []
  for (let no = 0; no < count; no++) {
    const { spent } = await ask('read')
    await author.write()
    written.push(subtract((await ask('read')).spent, spent))
  }
  const listed = await ask('read')
  const alone: Spent[] = []
  for (let no = 0; no < count; no++) alone.push(await publish(1))
  const after = await readGrowth(stage.db)
  if (statements) listStatements(one.name, listed.statements, (await ask('read')).statements)
  return {
    write: medianOf(written),
    publish: medianOf(alone),
    crowded,
    rowBytes: (after.rowBytes - before.rowBytes) / count,
    logBytes: (after.logBytes - before.logBytes) / count,
  }
}

/** Returns the cost of one of many posts that are due at the same instant. */
async function publishTogether(author: Author): Promise<Spent> {
  for (let no = 0; no < count; no++) await author.write()
  return share(await publish(count), count)
}

/** Moves the clock until this many posts are due, and returns the cost of publishing them. */
async function publish(posts: number): Promise<Spent> {
  await sql`update post set scheduled_at = ph.now() where id in (
    select id from post where status = 'scheduled' order by scheduled_at limit ${posts})`.execute(stage.db)
  const { spent, found: due } = await ask('work')
  if (due !== posts) throw new Error(`${due} posts were due, and not ${posts}`)
  return spent
}

async function ask(what: Ask): Promise<Answer> {
  const message = once(installation.process, 'message')
  installation.process.send(what)
  const [answer] = (await message) as [Answer]
  return answer
}

type Listed = Answer['statements']

function listStatements(name: string, before: Listed, after: Listed): void {
  console.log(`statements to publish a post, ${name}, with the rounds that found nothing:`)
  const earlier = new Map(before)
  const each = after.map(([text, times]) => [text, (times - (earlier.get(text) ?? 0)) / count] as const)
  for (const [text, times] of each.filter((one) => one[1] >= 0.05).sort((a, b) => b[1] - a[1]))
    console.log(`  ${times.toFixed(1).padStart(5)}  ${text}`)
}
