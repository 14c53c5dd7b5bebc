import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Recorded } from '../../events/webhooks/plan.ts'
import { createControl, type Entry, readLedger } from '../chaos/control.ts'
import { countOpen } from '../chaos/nurse.ts'
import { readText } from '../chaos/subject.ts'
import { harms, judge, type Verdict } from '../chaos/verdict.ts'
import { until } from './cluster.ts'
import type { Installation } from './installation.ts'
import { startPulse } from './pulse.ts'
import type { Overlap, Scenario } from './scenario.ts'
import { aheadMs, nothingTold, type Told, writePosts } from './writer.ts'

export interface Outcome {
  readonly name: string
  readonly reported: Told
  readonly verdict: Verdict
  /** The longest time without a write. */
  readonly awayMs: number
  /** From the first write again until a post went out, and until the last of the overdue ones had. */
  readonly firstOutMs: number
  readonly lastOverdueMs: number
  readonly overdue: number
  /** The overdue ones that came after the bound. */
  readonly late: readonly string[]
  readonly rowsLost: number
  /** Null if no old primary stayed up. */
  readonly overlap: Overlap | null
  readonly webhooks: { readonly received: number; readonly distinct: number }
  readonly harm: number
}

const [beforeMs, afterMs, everyMs] = [8_000, 12_000, 700]
const settlesWithinMs = 150_000
/** The bound of the promise: publishing again within the failover's time and a lease. */
export const againWithinMs = 35_000

export async function endure(at: Installation, directUrl: string, scenario: Scenario): Promise<Outcome> {
  const run = `${scenario.name}${Date.now().toString(36)}`.replaceAll(/[^a-z0-9]/g, '')
  const reported = nothingTold()
  const pulse = await startPulse(directUrl)
  let isOver = false
  const writing = writePosts(at, { run, everyMs, reported, isOver: () => isOver })
  await sleep(beforeMs)
  const beganAt = Date.now()
  const end = await scenario.bring()
  if (scenario.lastsMs !== null) await sleep(scenario.lastsMs)
  else await untilReplaced(scenario.isReplaced ?? (async () => pulse.longestGap(beganAt).ms > 1_000))
  const overlap = (await scenario.look?.()) ?? null
  await end()
  const endedAt = Date.now()
  await until('the database takes writes', async () => (pulse.times.at(-1) ?? 0) > endedAt)
  await sleep(afterMs)
  isOver = true
  await writing
  await sleep(aheadMs)
  await until('everything came to its end', async () => (await countOpen(at.db)) === 0, settlesWithinMs).catch(
    (error: Error) => console.log(`  ${error.message}`),
  )
  // The receiver is still writing its last responses to its file.
  await sleep(1_000)
  const { ms: awayMs, endedAt: backAt } = pulse.longestGap(beganAt)
  const rowsLost = await pulse.stop()
  const ledger = await readLedger(createControl(at.sandbox.url))
  const received = await readReceived(at.received)
  const verdict = await judge(at.db, { run, subjects: reported.subjects, ledger, received: new Set(received) })
  const again = await howSoon(at, run, ledger, scenario.lastsMs === null ? backAt : endedAt)
  const isLate = Math.max(again.firstOutMs, again.lastOverdueMs) > againWithinMs
  const found = harms.reduce((sum, harm) => sum + verdict.found[harm], 0)
  const astray = overlap === null ? 0 : overlap.lost + overlap.acknowledged + (overlap.livedOn ? 0 : 1)
  const harm = found + rowsLost + astray + reported.unfit.length + (isLate ? 1 : 0)
  const webhooks = { received: received.length, distinct: new Set(received).size }
  return { name: scenario.name, reported, verdict, awayMs, ...again, rowsLost, overlap, webhooks, harm }
}

/** A failover may begin late, so a write in between tells nothing: there has to be a gap, and writes after it. */
const untilReplaced = (isReplaced: () => Promise<boolean>): Promise<void> =>
  until('the other server takes writes', isReplaced, 180_000)

async function howSoon(at: Installation, run: string, ledger: readonly Entry[], backAt: number) {
  const { rows } = await sql<{ content: string; due: Date }>`
    select content, coalesce(scheduled_at, created_at) as due from post where content like ${`chaos ${run} %`}`.execute(
    at.db,
  )
  const dueAt = new Map(rows.map(({ content, due }) => [readText(run, content)?.no, due.getTime()]))
  const outs = ledger.flatMap(({ text, network, at: out }) => {
    const no = readText(run, text)?.no
    return no === undefined || Date.parse(out) < backAt ? [] : [{ no, network, at: Date.parse(out) }]
  })
  const overdue = outs.filter(({ no }) => (dueAt.get(no) ?? backAt) < backAt)
  return {
    firstOutMs: Math.min(...outs.map((one) => one.at)) - backAt,
    lastOverdueMs: Math.max(backAt, ...overdue.map((one) => one.at)) - backAt,
    overdue: overdue.length,
    late: overdue
      .filter((one) => one.at > backAt + againWithinMs)
      .map(({ no, network, at: out }) => `late: post ${no} on ${network}, out ${(out - backAt) / 1_000} s after`),
  }
}

async function readReceived(file: string): Promise<string[]> {
  const ids: string[] = []
  for await (const line of createInterface({ input: createReadStream(file) }))
    ids.push((JSON.parse(line) as Recorded).headers['webhook-id'] ?? '')
  return ids
}
