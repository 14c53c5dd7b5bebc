import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { nameOf } from './events.ts'
import type { Mood, Recorded } from './plan.ts'
import type { Endpoint } from './stage.ts'

/**
 * Input of the check that compares the receivers' records with the expected events and with the log. The check shares
 * no code with the product's signatures and reads the bytes as received.
 */
interface ToVerify {
  readonly db: Db
  readonly files: readonly string[]
  readonly byPath: ReadonlyMap<string, Endpoint>
  /** The names of the expected events, by path. */
  readonly expected: ReadonlyMap<string, ReadonlySet<string>>
  /** The times when a sender was killed, by the machine's clock. */
  readonly kills: readonly number[]
  readonly timeoutMs: number
}

interface Verdict {
  readonly expected: number
  readonly arrivals: number
  readonly received: number
  readonly attempts: number
  /** The counts of faults, all of which must be 0. */
  readonly faults: Readonly<Record<string, number>>
  /** Arrivals of events that had already been accepted with 200. */
  readonly repeats: Readonly<Record<'kill' | 'timeOut' | 'reset', number>>
  /** Retries of deliveries that were rejected or received no response. */
  readonly retries: number
  /** Attempts without an outcome, because their sender was killed. */
  readonly cut: number
  readonly examples: readonly string[]
}

interface Arrival {
  readonly atMs: number
  readonly mood: Mood
}

interface Attempt {
  readonly begunMs: number
  readonly status: number | null
  readonly ended: boolean
  readonly error: string | null
}

const faultNames = [
  'lost',
  'delivered without a subscription',
  'wrong Posthorn signature',
  'wrong Standard Webhooks signature',
  'different IDs in header and body',
  'bytes differ from the stored ones',
  'same event with a different ID',
  'arrival without an attempt in the log',
  'attempts counted by the delivery but missing in the log',
  'not marked as delivered',
  'repeated although its receipt was recorded',
  'repeated for no reason',
  'outcome of an attempt unknown without a kill',
] as const
type Fault = (typeof faultNames)[number]

export async function verify({ db, files, byPath, expected, kills, timeoutMs }: ToVerify): Promise<Verdict> {
  const faults = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<Fault, number>
  const examples: string[] = []
  const find = (fault: Fault, about: string): void => {
    faults[fault] += 1
    if (faults[fault] <= 3) examples.push(`${fault}: ${about}`)
  }
  const bodies = await bodiesOf(db)
  /** The arrivals by endpoint and event. */
  const came = new Map<string, Arrival[]>()
  const idOf = new Map<string, string>()
  let arrivals = 0
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      arrivals += 1
      const { path, headers, raw: base64, atMs, mood } = JSON.parse(line) as Recorded
      const raw = Buffer.from(base64, 'base64')
      const event = JSON.parse(raw.toString('utf8')) as Told
      const name = `${path} ${nameOf(event.type, event.data.postId, event.data.accountId ?? null)}`
      const endpoint = byPath.get(path)
      if (!endpoint || !expected.get(path)?.has(name.slice(path.length + 1))) {
        find('delivered without a subscription', name)
        continue
      }
      judgeSignatures(endpoint.secret, { headers, raw, atMs }, (fault) => find(fault, name))
      if (headers['webhook-id'] !== event.id) find('different IDs in header and body', name)
      if (bodies.get(event.id) !== raw.toString('utf8')) find('bytes differ from the stored ones', name)
      if ((idOf.get(name) ?? event.id) !== event.id) find('same event with a different ID', name)
      idOf.set(name, event.id)
      const key = `${path} ${event.id}`
      const before = came.get(key)
      if (before) before.push({ atMs, mood })
      else came.set(key, [{ atMs, mood }])
    }
  }
  let wanted = 0
  let received = 0
  const pathOf = new Map([...byPath].map(([path, { id }]) => [id as string, path]))
  for (const [path, names] of expected) {
    wanted += names.size
    for (const name of names) {
      const all = came.get(`${path} ${idOf.get(`${path} ${name}`) ?? ''}`)
      if (all?.some(isYes)) received += 1
      else find('lost', `${path} ${name}`)
    }
  }
  const repeats = { kill: 0, timeOut: 0, reset: 0 }
  let retries = 0
  let cut = 0
  let attemptCount = 0
  for await (const { endpointId, eventId, status, attempts, log } of deliveriesOf(db)) {
    const key = `${pathOf.get(endpointId)} ${toWire('evt', eventId)}`
    attemptCount += log.length
    if (status !== 'delivered') find('not marked as delivered', `${key} is ${status}`)
    if (attempts !== log.length) find('attempts counted by the delivery but missing in the log', key)
    for (const one of log) {
      if (one.ended) continue
      cut += 1
      const isOfKill = kills.some((at) => at >= one.begunMs - slackMs && at <= one.begunMs + timeoutMs + slackMs)
      if (!isOfKill) find('outcome of an attempt unknown without a kill', key)
    }
    const pairs = pair(
      (came.get(key) ?? []).sort((a, b) => a.atMs - b.atMs),
      log,
    )
    for (const [nth, { arrival, attempt }] of pairs.entries()) {
      if (!attempt) find('arrival without an attempt in the log', key)
      if (nth === pairs.length - 1 || !attempt) continue
      if (attempt.ended && isOk(attempt)) find('repeated although its receipt was recorded', key)
      else if (!isYes(arrival)) {
        if (arrival.mood === 'reset' && attempt.ended) repeats.reset += 1
        else retries += 1
      } else if (!attempt.ended) repeats.kill += 1
      else if (attempt.error?.startsWith('The receiver did not respond within')) repeats.timeOut += 1
      else find('repeated for no reason', `${key}: ${attempt.status} ${attempt.error}`)
    }
  }
  return { expected: wanted, arrivals, received, attempts: attemptCount, faults, repeats, retries, cut, examples }
}

interface Told {
  readonly id: string
  readonly type: string
  readonly data: { readonly postId: string; readonly accountId?: string }
}

/** The tolerance between the clocks of two processes, and between a row's time and what follows it. */
const slackMs = 3_000
/** The greatest time between signing and arrival. */
const signedWithinMs = 60_000

const isYes = ({ mood }: Arrival): boolean => mood === 'well' || mood === 'slow'
const isOk = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

function judgeSignatures(
  secret: string,
  { headers, raw, atMs }: Pick<Recorded, 'headers' | 'atMs'> & { readonly raw: Buffer },
  find: (fault: Fault) => void,
): void {
  const plain = createHmac('sha256', Buffer.from(secret, 'utf8')).update(raw).digest('hex')
  if (headers['x-service-signature'] !== `sha256=${plain}`) find('wrong Posthorn signature')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given = '' } = headers
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64')
  const isRecent = Math.abs(Number(timestamp) * 1_000 - atMs) < signedWithinMs
  if (!given.split(' ').includes(`v1,${mac}`) || !isRecent) find('wrong Standard Webhooks signature')
}

interface Paired {
  readonly arrival: Arrival
  readonly attempt: Attempt | null
}

/**
 * Pairs each arrival with an attempt that was in the log before it. It proceeds from the last to the first, because the
 * attempts of a delivery are sequential. An attempt whose response differs from the receiver's record is a different
 * attempt.
 */
function pair(arrivals: readonly Arrival[], log: readonly Attempt[]): Paired[] {
  const left = log.toSorted((a, b) => a.begunMs - b.begunMs)
  return arrivals
    .toReversed()
    .map((arrival) => {
      const at = left.findLastIndex((one) => one.begunMs <= arrival.atMs + clockSlackMs && agrees(one, arrival))
      return {
        arrival,
        attempt: left.splice(at === -1 ? left.length : at, at === -1 ? 0 : Number.POSITIVE_INFINITY)[0] ?? null,
      }
    })
    .reverse()
}
const clockSlackMs = 20

const agrees = ({ ended, status, error }: Attempt, { mood }: Arrival): boolean => {
  if (!ended) return true
  if (mood === 'error') return status === 500
  if (mood === 'hang' || mood === 'reset') return error !== null && status === null
  return status === 200 || error !== null
}

async function bodiesOf(db: Db): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (let after = zero; ; ) {
    const { rows } = await sql<{ id: string; body: string }>`
      select id, body from event where id > ${after} and body is not null order by id limit ${pageSize}`.execute(db)
    for (const { id, body } of rows) bodies.set(toWire('evt', id), body)
    const last = rows.at(-1)
    if (!last) return bodies
    after = last.id
  }
}
const zero = '00000000-0000-0000-0000-000000000000'
const pageSize = 5_000

interface DeliveryRow {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly status: string
  readonly attempts: number
  readonly log: readonly Attempt[]
}

async function* deliveriesOf(db: Db): AsyncIterable<DeliveryRow> {
  for (let after = zero; ; ) {
    const { rows } = await sql<DeliveryRow>`
      select d.id, d.endpoint_id, d.event_id, d.status, d.attempts,
        coalesce((select jsonb_agg(jsonb_build_object('begunMs', extract(epoch from a.begun_at) * 1000, 'status', a.response_status,
          'ended', a.duration_ms is not null, 'error', a.error) order by a.attempt)
          from webhook_attempt a where a.delivery_id = d.id), '[]') as log
      from webhook_delivery d where d.id > ${after} order by d.id limit ${pageSize}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
