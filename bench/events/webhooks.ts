import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Child } from '../tools/children.ts'
import { createSay, printTable } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'
import { nameOfEvent, storyOf, write } from './webhooks/events.ts'
import { type DelivererPlan, nowMs, type ReceiverPlan, type ReceiverSaid } from './webhooks/plan.ts'
import { type Owner, openStage } from './webhooks/stage.ts'
import { verify } from './webhooks/verify.ts'

/**
 * Writes many events as the product does, for receivers that fail in four ways, with senders that are killed at random
 * and restarted. Then it checks that each event reached each endpoint that should receive it, recomputes each signature
 * over the received bytes, and looks up each arrival in the log. Delays between attempts are seconds instead of
 * minutes; everything else is the product's.
 *
 *     node bench/events/webhooks.ts [events, 100000] [--owners 24] [--senders 3] [--kill-every 10]
 */
const {
  events: eventCount,
  owners: ownerCount,
  senders: senderCount,
  'kill-every': killEvery,
} = readOptions({ events: 100_000, owners: 24, senders: 3, 'kill-every': 10 }, 'events')
const policy = { timeoutMs: 2_000, waitsMs: [500, 1_000, ...Array.from({ length: 98 }, () => 2_000)] }
/** The maximum number of pending deliveries while more events are written. */
const backlogMost = 10_000
/** The bench also ends when nothing arrives for this long although deliveries are missing. */
const patienceMs = 180_000
const startedAt = performance.now()
const say = createSay()

await using stage = await openStage()
const { db } = stage.deps
const files = ['a', 'b'].map((name) => join(stage.room, `received-${name}`))
const receivers: Child<ReceiverSaid>[] = []
for (const file of files) {
  const slowMs = [200, policy.timeoutMs * 1.5] as const
  const plan: ReceiverPlan = { file, latencyMs: [0, 40], flaps: { slowMs }, tells: false }
  receivers.push(await stage.start<ReceiverSaid>('receiver', plan))
}
const arrived = receivers.map(() => 0)
for (const [nth, receiver] of receivers.entries())
  receiver.onSaid((report) => {
    arrived[nth] = report.arrived
  })
const arrivedInAll = (): number => arrived.reduce((sum, one) => sum + one, 0)

// Every second owner has another endpoint, for some events only.
const addresses = Array.from({ length: ownerCount }, (_, nth) => {
  const { url } = receivers[nth % receivers.length]!.ready
  const whole = { url: `${url}/${nth}`, events: ['post.queued', 'post.published', 'post.failed'] }
  return nth % 2 === 0 ? [whole] : [whole, { url: `${url}/${nth}-some`, events: ['post.published'] }]
})
const owners = await stage.settle(addresses)
const endpoints = owners.flatMap((owner) => owner.endpoints)
const pathOf = ({ url }: { readonly url: string }): string => new URL(url).pathname
const expected = new Map(endpoints.map((endpoint) => [pathOf(endpoint), new Set<string>()]))

const kills: number[] = []
let isSent = false
/** Near the end senders are no longer killed, or the last endpoints would change hands forever. */
let isNearlyOver = false
say(`${eventCount} events, ${owners.length} people, ${endpoints.length} endpoints, ${senderCount} senders`)
const senders = Array.from({ length: senderCount }, () => keepSending())
await writeAll()
say(`all events are written, ${arrivedInAll()} requests have arrived, ${kills.length} senders were killed`)
await waitForTheRest()
isSent = true
await Promise.all(senders)
for (const receiver of receivers) await receiver.end()
const sendSeconds = (performance.now() - startedAt) / 1_000
say(`sent, ${kills.length} senders were killed; now it is verified`)
await report()

/** Kills and restarts a sender repeatedly. The next sender usually knows that the previous one is dead. */
async function keepSending(): Promise<void> {
  let dead: string | null = null
  for (; !isSent; ) {
    const holder = randomUUID()
    const plan: Omit<DelivererPlan, 'env'> = { holder, dead, policy }
    const sender = await stage.start<string>('deliverer', plan)
    const livesUntil = performance.now() + killEvery * 1_000 * senderCount * (0.2 + 1.6 * Math.random())
    while (!isSent && (performance.now() < livesUntil || isNearlyOver)) await sleep(20)
    if (isSent) return await sender.end()
    kills.push(nowMs())
    await sender.kill()
    dead = Math.random() < 0.75 ? holder : null
    await sleep(Math.random() * 2_000)
  }
}

async function writeAll(): Promise<void> {
  let written = 0
  const writer = async (mine: readonly Owner[]): Promise<void> => {
    for (let nth = 0; written < eventCount; nth++) {
      // Several posts of several owners at once, as an engine settles finished calls.
      const together = 1 + Math.floor(Math.random() * 6)
      const stories = Array.from({ length: together }, (_, more) =>
        storyOf(mine[(nth + more) % mine.length]!, 1 + Math.floor(Math.random() * 4)),
      )
      const steps = Math.max(...stories.map((story) => story.steps.length))
      for (let step = 0; step < steps; step++) {
        const events = stories.flatMap((story) => story.steps[step] ?? [])
        written += events.length
        await write(stage.deps, events)
        // Only committed events must be delivered.
        for (const event of events) {
          const owner = mine.find(({ uid }) => uid === event.ownerUid)
          for (const endpoint of owner?.endpoints ?? [])
            if (endpoint.events.includes(event.type)) expected.get(pathOf(endpoint))?.add(nameOfEvent(event))
        }
      }
      if (nth % 20 === 0) while ((await waiting()) > backlogMost) await sleep(500)
    }
  }
  const half = Math.ceil(owners.length / 2)
  await Promise.all([writer(owners.slice(0, half)), writer(owners.slice(half))])
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery where due_at is not null`.execute(db)
  return rows[0]?.count ?? 0
}

async function waitForTheRest(): Promise<void> {
  let last = { arrived: arrivedInAll(), at: performance.now(), told: performance.now() }
  for (let left = await waiting(); left > 0; left = await waiting()) {
    isNearlyOver = left < 100
    if (arrivedInAll() > last.arrived) last = { ...last, arrived: arrivedInAll(), at: performance.now() }
    if (performance.now() - last.at > patienceMs) return say(`nothing more arrives, and ${left} deliveries wait`)
    if (performance.now() - last.told > 30_000) {
      say(`${left} deliveries wait`)
      last = { ...last, told: performance.now() }
    }
    await sleep(500)
  }
}

async function report(): Promise<void> {
  const byPath = new Map(endpoints.map((endpoint) => [pathOf(endpoint), endpoint]))
  const verdict = await verify({ db, files, byPath, expected, kills, timeoutMs: policy.timeoutMs })
  const { faults, repeats, examples } = verdict
  for (const example of examples) console.log(`  ${example}`)
  const { lost = 0, ...others } = faults
  const wrongSignatures = Object.entries(faults).filter(([name]) => name.startsWith('wrong signature'))
  const sum = (all: readonly (readonly [string, number])[]): number =>
    all.reduce((total, [, count]) => total + count, 0)
  const table: readonly (readonly [string, string, string])[] = [
    ['events, people, endpoints', `${eventCount}, ${owners.length}, ${endpoints.length}`, ''],
    ['senders killed', `${kills.length} times in ${sendSeconds.toFixed(0)} s`, ''],
    ['deliveries owed, received', `${verdict.expected}, ${verdict.received}`, 'equal'],
    ['lost', `**${lost}**`, '0'],
    ['requests that arrived, attempts in the log', `${verdict.arrivals}, ${verdict.attempts}`, ''],
    ['wrong signatures (each request has two)', `**${sum(wrongSignatures)}**`, '0'],
    [
      'repeated after 200: sender killed, response too late',
      `${repeats.kill}, ${repeats.timeOut}`,
      'none for another reason',
    ],
    ['retried after a reset; after 500 or no response', `${repeats.reset}, ${verdict.retries}`, ''],
    ['attempts without a recorded end', `${verdict.cut}`, 'at kills only'],
    ...Object.entries(others)
      .filter(([name]) => !name.startsWith('wrong signature'))
      .map(([name, count]) => [name, `**${count}**`, '0'] as const),
  ]
  printTable(['figure', 'result', 'wanted'], table)
  if (sum(Object.entries(faults)) > 0) process.exitCode = 1
  say('done')
}
