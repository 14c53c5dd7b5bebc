import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../core/clock.ts'
import { type Delivered, type Verdict, verifyOverBody, verifyStandard } from './verify.ts'

/** What a receiver answers, as it was told; without `times` from now on. */
export interface ToldAnswer {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly delayMs?: number
  /** No answer at all: the connection stays open until the sender lets go. */
  readonly hang?: boolean
  readonly times?: number
}

export interface Delivery {
  /** What the sender calls it, the same at each attempt; null: it does not say. */
  readonly id: string | null
  readonly at: string
  readonly event: string | null
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Said where the body is no text. */
  readonly bodyEncoding?: 'base64'
  readonly verification: Verification
  /** How often this id had come before, as far as is remembered. */
  readonly repeats: number
  /** The status; 0: no answer. */
  readonly answered: number
}

export interface Verification {
  readonly service: Verdict
  readonly standard: Verdict
  readonly reasons: { readonly service: string | null; readonly standard: string | null }
}

export interface ReceiverState {
  readonly name: string
  /** How many came since it was last emptied, those that are forgotten too. */
  readonly total: number
  readonly hasSecret: boolean
  /** What the next delivery will be answered; `times` is how many more will. */
  readonly answer: ToldAnswer
}

export interface Receiver extends ReceiverState {
  /** Newest first. */
  readonly deliveries: readonly Delivery[]
}

export interface Receivers {
  list(): readonly ReceiverState[]
  /** One that nobody has told anything and that got nothing is there too, empty. */
  read(name: string): Receiver
  /** Null leaves what it is; false: there are too many. */
  tell(name: string, told: { readonly secret?: string | null; readonly answer?: ToldAnswer | null }): boolean
  /** Keeps a delivery and says what to answer; null: there are too many receivers. */
  take(name: string, headers: IncomingHttpHeaders, raw: Buffer): ToldAnswer | null
  /** Forgets the deliveries; secret and answer stay. */
  empty(name: string): number
}

export const maxReceivers = 50
export const maxDeliveries = 200
/** Of one receiver; the oldest go first, and the newest stays. */
const maxKeptBytes = 8 * 1024 * 1024

interface Kept {
  secret: string | null
  answer: ToldAnswer
  timesLeft: number
  total: number
  /** Oldest first. */
  deliveries: KeptDelivery[]
}

interface KeptDelivery extends Delivered {
  readonly id: string | null
  readonly repeats: number
  readonly answered: number
  verification: Verification
}

const usual: ToldAnswer = { status: 200 }

/** The far side of our outgoing webhooks, in memory: what came, whether it is signed as it should be, and what to say. */
export function createReceivers(clock: Clock): Receivers {
  const all = new Map<string, Kept>()

  function keep(name: string): Kept | null {
    const known = all.get(name)
    if (known) return known
    if (all.size >= maxReceivers) return null
    const made: Kept = { secret: null, answer: usual, timesLeft: 0, total: 0, deliveries: [] }
    all.set(name, made)
    return made
  }

  /** A receiver about which there is nothing to remember makes room for another. */
  function dropIfBare(name: string): void {
    const kept = all.get(name)
    if (kept && kept.total === 0 && kept.secret === null && kept.answer === usual) all.delete(name)
  }

  return {
    list: () => [...all.keys()].sort().map((name) => stateOf(name, all.get(name))),
    read: (name) => ({
      ...stateOf(name, all.get(name)),
      deliveries: (all.get(name)?.deliveries ?? []).map(shown).reverse(),
    }),
    tell(name, { secret, answer }) {
      const kept = keep(name)
      if (!kept) return false
      if (secret !== undefined) {
        kept.secret = secret
        if (secret !== null) judgeAnew(kept)
      }
      if (answer !== undefined) {
        kept.answer = answer ?? usual
        kept.timesLeft = answer?.times ?? Number.POSITIVE_INFINITY
      }
      dropIfBare(name)
      return true
    },
    take(name, headers, raw) {
      const kept = keep(name)
      if (!kept) return null
      const answer = kept.answer
      if (answer !== usual) {
        kept.timesLeft -= 1
        if (kept.timesLeft <= 0) kept.answer = usual
      }
      const id = idOf(headers, raw)
      const last = id === null ? undefined : kept.deliveries.findLast((each) => each.id === id)
      const delivered = { headers, raw, atMs: clock.ms() }
      kept.total += 1
      kept.deliveries.push({
        ...delivered,
        id,
        repeats: last ? last.repeats + 1 : 0,
        answered: answer.hang === true ? 0 : answer.status,
        verification: verified(kept.secret, delivered),
      })
      forgetOldest(kept)
      return answer
    },
    empty(name) {
      const kept = all.get(name)
      const count = kept?.deliveries.length ?? 0
      if (kept) {
        kept.deliveries = []
        kept.total = 0
        dropIfBare(name)
      }
      return count
    },
  }
}

function forgetOldest({ deliveries }: Kept): void {
  let bytes = deliveries.reduce((sum, { raw }) => sum + raw.length, 0)
  while (deliveries.length > 1 && (deliveries.length > maxDeliveries || bytes > maxKeptBytes))
    bytes -= deliveries.shift()?.raw.length ?? 0
}

/** What came before anybody told the secret can be judged now, as of the time at which it came. */
function judgeAnew({ secret, deliveries }: Kept): void {
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

function stateOf(name: string, kept: Kept | undefined): ReceiverState {
  if (!kept) return { name, total: 0, hasSecret: false, answer: usual }
  const { total, secret, answer, timesLeft } = kept
  const times = answer.times === undefined ? {} : { times: timesLeft }
  return { name, total, hasSecret: secret !== null, answer: { ...answer, ...times } }
}

function shown({ raw, atMs, headers, id, ...rest }: KeptDelivery): Delivery {
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
