import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Child } from '../tools/children.ts'
import { cpuSeconds, rssMb } from '../tools/processes.ts'
import { storyOf, write } from './webhooks/events.ts'
import type { DelivererPlan, DelivererSaid, FloorPlan, FloorSaid, ReceiverPlan, ReceiverSaid } from './webhooks/plan.ts'
import { type Owner, openStage } from './webhooks/stage.ts'

/**
 * Measures how many deliveries are sent per second while more are always due, each with its row in the log and its
 * answer. Then it measures signed POSTs alone to the same receiver, with as many in flight as a deliverer allows: a
 * loop without a database.
 *
 *     node bench/events/webhook-throughput.ts [--quick] [--seconds 300] [--owners 20] [--deliverers 1] [--latency 20-80]
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    owners: { type: 'string', default: '20' },
    deliverers: { type: 'string', default: '1' },
    latency: { type: 'string', default: '20-80' },
    /** The file for a CPU profile of the deliverer. */
    profile: { type: 'string' },
  },
})
const seconds = Number(values.seconds ?? (values.quick ? 20 : 300))
const floorSeconds = values.quick ? 5 : 20
const warmUpMs = values.quick ? 5_000 : 20_000
const ownerCount = Number(values.owners)
const endpointsOfEach = 3
const inFlightOfEach = 8
/** The deliveries that are due for each endpoint at any time. */
const backlogOfEach = 50
const [minMs = 20, maxMs = 80] = values.latency.split('-').map(Number)

await using stage = await openStage()
const { db } = stage.deps
const plan: ReceiverPlan = { file: null, latencyMs: [minMs, maxMs], hanging: [], flaps: null, tells: false }
const receiver = await stage.start<ReceiverSaid>('receiver', plan)
let received = 0
receiver.onSaid((report) => {
  received = report.received
})
const { url } = receiver.ready
const paths = Array.from({ length: ownerCount * endpointsOfEach }, (_, nth) => `/${nth}`)
const owners = await stage.settle(
  Array.from({ length: ownerCount }, (_, nth) =>
    paths
      .slice(nth * endpointsOfEach, (nth + 1) * endpointsOfEach)
      .map((path) => ({ url: url + path, events: ['post.queued', 'post.published'] })),
  ),
)

let written = 0
let isOver = false
let fault: unknown
const writing = keepFull().catch((error: unknown) => {
  fault = error
})
await sleep(2_000)
await sql`analyze webhook_delivery, webhook_attempt, webhook_endpoint, event`.execute(db)
const deliverers: { readonly child: Child<DelivererSaid>; statements: number; often: DelivererSaid['statements'] }[] =
  []
for (let nth = 0; nth < Number(values.deliverers); nth++) {
  const sender: Omit<DelivererPlan, 'env'> = { holder: randomUUID(), dead: null, policy: null }
  const child = await stage.start<DelivererSaid>('deliverer', { ...sender, profile: values.profile ?? null })
  const one: (typeof deliverers)[number] = { child, statements: 0, often: [] }
  child.onSaid(({ statements }) => {
    one.often = statements
    one.statements = statements.reduce((sum, [, times]) => sum + times, 0)
  })
  deliverers.push(one)
}
const pids = deliverers.map(({ child }) => child.process.pid ?? 0)
const look = () => ({
  received,
  statements: deliverers.reduce((sum, one) => sum + one.statements, 0),
  cpu: pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
  cpuOfReceiver: cpuSeconds(receiver.process.pid ?? 0),
  rss: pids.map((pid) => rssMb(pid).toFixed(0)).join('+'),
  at: performance.now(),
})

await sleep(warmUpMs)
const before = look()
const memory: string[] = []
for (let left = seconds; left > 0 && fault === undefined; left -= 60) {
  await sleep(Math.min(left, 60) * 1_000)
  memory.push(look().rss)
}
const after = look()
isOver = true
await writing
if (fault !== undefined) throw fault
for (const { child } of deliverers) await child.end()
// The receiver reports its last arrivals a moment later.
await sleep(500)
const receivedInAll = received

const took = (after.at - before.at) / 1_000
const done = after.received - before.received
const perSecond = done / took
const { rows } = await sql<{ delivered: number; attempts: number; unfinished: number }>`
  select count(*) filter (where d.status = 'delivered')::int as delivered, sum(d.attempts)::int as attempts,
    (select count(*)::int from webhook_attempt where duration_ms is null) as unfinished
  from webhook_delivery d`.execute(db)
const log = rows[0] ?? { delivered: 0, attempts: 0, unfinished: 0 }
const floor = await runFloor(owners)
const statements = (after.statements - before.statements) / done
const table: readonly (readonly [string, string, string])[] = [
  [`deliveries a second, for ${took.toFixed(0)} s`, `**${perSecond.toFixed(0)}** (${done} in all)`, 'at least 300'],
  ['statements for each, `begin` and `commit` included', `**${statements.toFixed(2)}**`, 'at most 8'],
  [
    `÷ bare signed POSTs, ${inFlightOfEach * paths.length} at once`,
    `**${(perSecond / floor).toFixed(2)}** (of ${floor.toFixed(0)} a second)`,
    '',
  ],
  [
    'processor time for each: deliverer, receiver',
    `${(((after.cpu - before.cpu) / done) * 1_000).toFixed(2)} ms, ${(((after.cpuOfReceiver - before.cpuOfReceiver) / done) * 1_000).toFixed(2)} ms`,
    '',
  ],
  ['memory of the deliverer (RSS, MB)', `${before.rss} at the start, each minute ${memory.join(', ')}`, 'flat'],
  [
    'received, marked as delivered, attempts, without an end',
    `${receivedInAll}, ${log.delivered}, ${log.attempts}, ${log.unfinished}`,
    'equal, 0',
  ],
]
console.log('| figure | result | wanted |\n|---|---|---|')
for (const row of table) console.log(`| ${row.join(' | ')} |`)
const often = new Map<string, number>()
for (const one of deliverers) for (const [text, times] of one.often) often.set(text, (often.get(text) ?? 0) + times)
for (const [text, times] of [...often].sort(([, a], [, b]) => b - a).slice(0, 8))
  console.log(`  ${String(times).padStart(7)}  ${text}`)

/** Writes enough events of all owners in turn that every endpoint always has some. */
async function keepFull(): Promise<void> {
  const target = backlogOfEach * paths.length
  for (let nth = 0; !isOver; ) {
    if (written - received > target) {
      await sleep(20)
      continue
    }
    // Several posts of several owners in one transaction, as an engine settles finished calls.
    const events = Array.from({ length: 10 }, () => {
      const story = storyOf(owners[nth++ % owners.length]!, 2)
      return story.steps.at(-1) ?? []
    }).flat()
    await write(stage.deps, events)
    written += events.length * endpointsOfEach
  }
}

async function runFloor(all: readonly Owner[]): Promise<number> {
  const secret = all[0]?.endpoints[0]?.secret ?? ''
  const { rows: bodies } = await sql<{ body: string }>`select body from event where body is not null limit 1`.execute(
    db,
  )
  const inFlight = inFlightOfEach * paths.length
  const bare: FloorPlan = { url, paths, secret, body: bodies[0]?.body ?? '', inFlight, seconds: floorSeconds }
  const child = await stage.start<FloorSaid | string>('floor', bare)
  const report = await new Promise<FloorSaid>((resolve) => {
    child.onSaid((one) => {
      if (typeof one !== 'string') resolve(one)
    })
  })
  return report.sent / report.seconds
}
