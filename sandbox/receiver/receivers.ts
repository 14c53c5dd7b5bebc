import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../core/kit/clock.ts'
import type { ConfiguredResponse } from './configured-response.ts'
import { withVerdict } from './verdict.ts'
import { type Delivered, type Verification, verifyOverBody, verifyStandard } from './verify.ts'

export interface Delivery {
  /** The sender's ID for the delivery, the same for each attempt. Null if it sends none. */
  readonly id: string | null
  readonly at: string
  readonly event: string | null
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Set if the body is not text. */
  readonly bodyEncoding?: 'base64'
  readonly verification: Verification
  /** The number of earlier deliveries with this ID, among those that are kept. */
  readonly repeats: number
  /** The status of the response. 0 for none. */
  readonly answered: number
}

export interface ReceiverState {
  readonly name: string
  /** The number of deliveries since the receiver was last emptied, including discarded ones. */
  readonly total: number
  readonly hasSecret: boolean
  /** The response to the next delivery; `times` says how many more will get it. */
  readonly answer: ConfiguredResponse
}

export interface Receiver extends ReceiverState {
  /** The deliveries, newest first. */
  readonly deliveries: readonly Delivery[]
}

export interface Receivers {
  list(): readonly ReceiverState[]
  /** Reads a receiver. A receiver without deliveries, secret or response is empty. */
  read(name: string): Receiver
  /**
   * Sets the secret or the response. Null removes the current value, an omitted field changes nothing. Returns false if
   * there are too many receivers.
   */
  configure(
    name: string,
    settings: { readonly secret?: string | null; readonly answer?: ConfiguredResponse | null },
  ): boolean
  /** Keeps a delivery and returns the response to send, or null if there are too many receivers. */
  take(name: string, headers: IncomingHttpHeaders, raw: Buffer): ConfiguredResponse | null
  /** Discards the deliveries. The secret and the response stay. */
  empty(name: string): number
}

export const maxReceivers = 50
const maxDeliveries = 200
/** The limit for a receiver. The oldest deliveries are discarded first; the newest is always kept. */
const maxKeptBytes = 8 * 1024 * 1024

interface StoredReceiver {
  secret: string | null
  answer: ConfiguredResponse
  timesLeft: number
  total: number
  /** The deliveries, oldest first. */
  deliveries: StoredDelivery[]
}

interface StoredDelivery extends Delivered {
  readonly id: string | null
  readonly repeats: number
  readonly answered: number
  verification: Verification
}

const usual: ConfiguredResponse = { status: 200 }

/**
 * Creates receivers for Posthorn's webhooks, in memory: the deliveries, the validity of their signatures, and the
 * response to send.
 */
export function createReceivers(clock: Clock): Receivers {
  const all = new Map<string, StoredReceiver>()

  function keep(name: string): StoredReceiver | null {
    const known = all.get(name)
    if (known) return known
    if (all.size >= maxReceivers) return null
    const made: StoredReceiver = { secret: null, answer: usual, timesLeft: 0, total: 0, deliveries: [] }
    all.set(name, made)
    return made
  }

  /** Removes an empty receiver, which makes room for another. */
  function dropIfBare(name: string): void {
    const stored = all.get(name)
    if (stored && stored.total === 0 && stored.secret === null && stored.answer === usual) all.delete(name)
  }

  return {
    list: () => [...all.keys()].sort().map((name) => stateOf(name, all.get(name))),
    read: (name) => ({
      ...stateOf(name, all.get(name)),
      deliveries: (all.get(name)?.deliveries ?? []).map(shown).reverse(),
    }),
    configure(name, { secret, answer }) {
      const stored = keep(name)
      if (!stored) return false
      if (secret !== undefined) {
        stored.secret = secret
        if (secret !== null) judgeAgain(stored)
      }
      if (answer !== undefined) {
        stored.answer = answer ?? usual
        stored.timesLeft = answer?.times ?? Number.POSITIVE_INFINITY
      }
      dropIfBare(name)
      return true
    },
    take(name, headers, raw) {
      const stored = keep(name)
      if (!stored) return null
      const answer = stored.answer
      if (answer !== usual) {
        stored.timesLeft -= 1
        if (stored.timesLeft <= 0) stored.answer = usual
      }
      const id = idOf(headers, raw)
      const last = id === null ? undefined : stored.deliveries.findLast((each) => each.id === id)
      const delivered = { headers, raw, atMs: clock.ms() }
      const verification = verified(stored.secret, delivered)
      stored.total += 1
      stored.deliveries.push({
        ...delivered,
        id,
        repeats: last ? last.repeats + 1 : 0,
        answered: answer.hang === true ? 0 : answer.status,
        verification,
      })
      dropOldest(stored)
      return withVerdict(answer, verification)
    },
    empty(name) {
      const stored = all.get(name)
      const count = stored?.deliveries.length ?? 0
      if (stored) {
        stored.deliveries = []
        stored.total = 0
        dropIfBare(name)
      }
      return count
    },
  }
}

function dropOldest({ deliveries }: StoredReceiver): void {
  let bytes = deliveries.reduce((sum, { raw }) => sum + raw.length, 0)
  while (deliveries.length > 1 && (deliveries.length > maxDeliveries || bytes > maxKeptBytes))
    bytes -= deliveries.shift()?.raw.length ?? 0
}

/** Verifies deliveries that arrived before the secret was known, as of their time of arrival. */
function judgeAgain({ secret, deliveries }: StoredReceiver): void {
  for (const each of deliveries) {
    const { service, standard } = each.verification
    if (service === 'no secret known' || standard === 'no secret known') each.verification = verified(secret, each)
  }
}

function verified(secret: string | null, delivered: Delivered): Verification {
  const service = verifyOverBody(secret, delivered)
  const standard = verifyStandard(secret, delivered)
  return {
    service: service.verdict,
    standard: standard.verdict,
    reasons: { service: service.reason, standard: standard.reason },
  }
}

function stateOf(name: string, stored: StoredReceiver | undefined): ReceiverState {
  if (!stored) return { name, total: 0, hasSecret: false, answer: usual }
  const { total, secret, answer, timesLeft } = stored
  const times = answer.times === undefined ? {} : { times: timesLeft }
  return { name, total, hasSecret: secret !== null, answer: { ...answer, ...times } }
}

function shown({ raw, atMs, headers, id, ...rest }: StoredDelivery): Delivery {
  const text = isUtf8(raw)
  const event = headers['x-service-event']
  return {
    id,
    at: new Date(atMs).toISOString(),
    event: typeof event === 'string' ? event : null,
    headers,
    body: raw.toString(text ? 'utf8' : 'base64'),
    ...(text ? {} : { bodyEncoding: 'base64' }),
    verification: rest.verification,
    repeats: rest.repeats,
    answered: rest.answered,
  }
}

function idOf(headers: IncomingHttpHeaders, raw: Buffer): string | null {
  const named = headers['webhook-id']
  if (typeof named === 'string' && named !== '') return named
  try {
    const { id } = Object(JSON.parse(raw.toString('utf8')))
    return typeof id === 'string' ? id.slice(0, 200) : null
  } catch {
    return null
  }
}
