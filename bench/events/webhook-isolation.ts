import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { quantile } from '../posts/sandbox.ts'
import { median } from '../tools/processes.ts'
import { storyOf, write } from './webhooks/events.ts'
import { type DelivererPlan, nowMs, type ReceiverPlan, type ReceiverSaid } from './webhooks/plan.ts'
import { openStage } from './webhooks/stage.ts'

/**
 * Measures whether a hanging endpoint delays the others: fifty healthy endpoints at a steady rate, in turns without and
 * with one that never answers and has ten thousand deliveries waiting. Lateness is the arrival of the last byte minus
 * the commit of the event.
 *
 *     node bench/events/webhook-isolation.ts [--quick] [--rounds 3] [--seconds 60] [--backlog 10000] [--rate 20]
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    backlog: { type: 'string', default: '10000' },
    /** The events per second; each goes to five endpoints. */
    rate: { type: 'string', default: '20' },
  },
})
const rounds = Number(values.rounds ?? (values.quick ? 1 : 3))
const seconds = Number(values.seconds ?? (values.quick ? 15 : 60))
const backlog = Number(values.backlog)
const rate = Number(values.rate)
const ownerCount = 10
const endpointsOfEach = 5
const hangingPath = '/hangs'
/** The product's timeout for an answer. */
const timeoutMs = 10_000
const warmUpMs = values.quick ? 5_000 : 15_000

await using stage = await openStage()
const { db } = stage.deps
const plan: ReceiverPlan = { file: null, latencyMs: [5, 25], hanging: [hangingPath], flaps: null, tells: true }
const receiver = await stage.start<ReceiverSaid>('receiver', plan)
const { url } = receiver.ready
const events = ['post.queued', 'post.published']
const owners = await stage.settle([
  [{ url: url + hangingPath, events }],
  ...Array.from({ length: ownerCount }, (_, nth) =>
    Array.from({ length: endpointsOfEach }, (_, more) => ({ url: `${url}/${nth}-${more}`, events })),
  ),
])
const [hanging, ...healthy] = owners
if (!hanging) throw new Error('one owner must hang')
const hangingId = hanging.endpoints[0]?.id ?? ''
const committedAt = new Map<string, number>()
let lates: number[] = []
/** Arrivals before the commit was known. */
let early: (readonly [string, number])[] = []
let hangingOpen = 0
receiver.onSaid(({ arrivals, open }) => {
  hangingOpen = open
  for (const [post, atMs] of [...early.splice(0), ...arrivals.map(([post, , atMs]) => [post, atMs] as const)]) {
    const since = committedAt.get(post)
    if (since === undefined) early.push([post, atMs])
    else lates.push(atMs - since)
  }
})
await fillBacklog()
await rest(true)
const sender: Omit<DelivererPlan, 'env'> = { holder: randomUUID(), dead: null, policy: null }
await using deliverer = await stage.start('deliverer', sender)
void deliverer
await pace(warmUpMs)

const results: { readonly base: readonly number[]; readonly beside: readonly number[]; readonly open: number }[] = []
for (let round = 0; round < rounds; round++) {
  const base = await pace(seconds * 1_000)
  await rest(false)
  // Wait until the hanging endpoint has as many deliveries in flight as allowed.
  await sleep(2_000)
  const beside = await pace(seconds * 1_000)
  results.push({ base, beside, open: hangingOpen })
  await rest(true)
  // Wait for the hanging deliveries.
  await sleep(timeoutMs + 2_000)
}
const { rows } = await sql<{ waiting: number; tried: number }>`
  select count(*) filter (where d.finished_at is null)::int as waiting, sum(d.attempts)::int as tried
  from webhook_delivery d where d.endpoint_id = ${hangingId}`.execute(db)
const late = (all: readonly number[]): string =>
  [0.5, 0.99].map((part) => `${quantile(all, part).toFixed(0)} ms`).join(', ')
const ratios = results.map(({ base, beside }) => quantile(beside, 0.99) / quantile(base, 0.99))
console.log('| round | delay with all endpoints up: p50, p99 | with one that hangs | p99 ÷ p99 |\n|---|---|---|---|')
for (const [nth, { base, beside }] of results.entries())
  console.log(
    `| ${nth + 1} | ${late(base)} (${base.length}) | ${late(beside)} (${beside.length}) | ${ratios[nth]?.toFixed(2)} |`,
  )
console.log(`| median | | | **${median(ratios).toFixed(2)}** (wanted: at most 2) |`)
console.log(
  `the one that hangs: ${rows[0]?.waiting} deliveries wait, ${rows[0]?.tried} attempts, ${results.map(({ open }) => open).join(', ')} requests open at the receiver at the end of its turns`,
)
if (median(ratios) > 2) process.exitCode = 1

/** Writes events of healthy owners at a steady rate; returns the lateness of each delivery. */
async function pace(durationMs: number): Promise<readonly number[]> {
  lates = []
  early = []
  committedAt.clear()
  const startedAt = performance.now()
  let written = 0
  for (; performance.now() - startedAt < durationMs; ) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * rate)
    for (; written < due; written++) {
      const owner = healthy[written % healthy.length]!
      const { steps, postId } = storyOf(owner, 1)
      await write(stage.deps, steps[0] ?? [])
      committedAt.set(postId, nowMs())
    }
    await sleep(5)
  }
  const owed = written * endpointsOfEach
  const until = performance.now() + 20_000
  while (lates.length < owed && performance.now() < until) await sleep(100)
  if (lates.length < owed) console.log(`  ${owed - lates.length} of ${owed} did not arrive within 20 s`)
  return lates
}

async function fillBacklog(): Promise<void> {
  const together = 100
  for (let written = 0; written < backlog; written += together) {
    const stories = Array.from({ length: together }, () => storyOf(hanging!, 1))
    await write(
      stage.deps,
      stories.flatMap(({ steps }) => steps[0] ?? []),
    )
  }
  await sql`analyze webhook_delivery, webhook_attempt, webhook_endpoint, event`.execute(db)
}

/** Pauses the hanging endpoint's deliveries, as for a disabled endpoint, or makes them due. */
async function rest(doesRest: boolean): Promise<void> {
  await sql`update webhook_delivery set due_at = ${doesRest ? null : sql`ph.now()`}
    where endpoint_id = ${hangingId} and finished_at is null`.execute(db)
}
