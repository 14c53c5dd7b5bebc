import fc from 'fast-check'
import type { Connector, Failure, JsonObject, Step, Verdict } from '#connectors/connector.ts'
import { after, before, days, minutes, seconds } from '#kernel/clock.ts'
import type { Fact } from '#modules/publishing/decide/fact.ts'
import type { Work } from '#modules/publishing/decide/work.ts'
import type { AccountAtWork } from '#modules/publishing/deps.ts'
import type { DoubtNote, Publication } from '#modules/publishing/publication.ts'

/** Arbitrary publications in progress, and facts about them, for the property tests of the core. */

export const now = new Date('2026-11-22T12:00:00Z')

type AnyStep = Step<JsonObject, JsonObject>

const run: AnyStep['run'] = () => Promise.reject(new Error('the core makes no calls'))
const find: NonNullable<AnyStep['find']> = () => Promise.reject(new Error('the core makes no calls'))

const repeats: readonly AnyStep['repeat'][] = ['safe', 'once', { forMs: minutes(10) }]

interface NetworkOptions {
  readonly repeat: AnyStep['repeat']
  readonly canFind: boolean
  readonly isOptional?: boolean
  readonly verdict?: Verdict | null
}

/** The minimum gap between two posts of an account. */
export const leastGapMs = seconds(20)

/** Returns a network with two invisible steps (`answer`, `upload`) and a visible one (`post`). */
export function networkWith({ repeat, canFind, isOptional = false, verdict = null }: NetworkOptions): Connector {
  const post: AnyStep = {
    repeat,
    shows: true,
    settleMs: seconds(30),
    ...(canFind ? { find } : {}),
    ...(isOptional ? { optional: true } : {}),
    run,
  }
  const prepared: AnyStep = { repeat: 'safe', preparedBy: 'upload', run }
  return {
    network: 'x',
    limits: { name: 'X', leastGapMs },
    steps: { answer: { repeat: 'safe', run }, upload: { repeat: 'safe', run }, prepared, post },
    plan: () => ({ first: 'upload', parts: [], calls: [] }),
    judge: () => verdict,
  } as unknown as Connector
}

export const account: AccountAtWork = {
  id: 'a' as AccountAtWork['id'],
  ownerUid: 'o' as AccountAtWork['ownerUid'],
  network: 'x',
  mode: 'live',
  status: 'active',
  facts: {},
}

const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null })
const past = fc.integer({ min: 0, max: minutes(90) }).map((ms) => before(now, ms))
const around = fc.integer({ min: -minutes(60), max: minutes(60) }).map((ms) => after(now, ms))

const failures: fc.Arbitrary<Failure> = fc
  .record({
    sent: fc.constantFrom('no', 'maybe', 'answered'),
    status: fc.constantFrom(200, 302, 400, 401, 403, 404, 409, 429, 500),
    body: fc.constantFrom('', '{"error":"no"}'),
    isUserNamed: fc.boolean(),
  })
  .map(({ sent, status, body, isUserNamed }) =>
    sent === 'answered'
      ? { sent, status, headers: {}, body, code: null, ...(isUserNamed ? ({ isUserNamed: true } as const) : {}) }
      : { sent, status: null, headers: {}, body: '', code: 'reset' },
  )

const verdicts: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({
    is: fc.constant('retry'),
    of: fc.constantFrom('call', 'account', 'app', 'node'),
    until: fc.oneof(around, fc.constant(after(now, days(400)))),
    why: fc.constant('later'),
  }),
  fc.constantFrom<Verdict>(
    { is: 'reauth', why: 'no' },
    { is: 'reauth', why: 'no', final: true },
    { is: 'operator', why: 'no' },
    { is: 'again', from: 'upload', why: 'gone' },
    { is: 'again', from: 'nowhere', why: 'gone' },
    { is: 'doubt', why: 'perhaps' },
    { is: 'refused', code: 'no', why: 'no' },
    { is: 'refused', code: 'no', why: 'no', nothingOut: true },
  ),
)

const doubts: fc.Arbitrary<DoubtNote> = fc
  .record({
    failure: maybe(failures),
    looks: fc.integer({ min: 0, max: 6 }),
    givenUp: maybe(fc.constant({ code: 'network_unavailable', error: 'no', raw: null })),
    isRefused: fc.boolean(),
  })
  .map(({ isRefused, ...doubt }) => (isRefused ? { ...doubt, isRefused } : doubt))

const tryColumns = fc
  .record({
    begunFirst: maybe(past),
    agoMs: fc.integer({ min: 0, max: minutes(2) }),
    begunTries: fc.integer({ min: 1, max: 7 }),
    doubt: maybe(doubts),
  })
  .map(({ begunFirst, agoMs, begunTries, doubt }) => {
    if (begunFirst === null) return { begunFirst, begunLast: null, begunTries: 0, doubt: null, doubtUntil: null }
    const begunLast = before(now, Math.min(agoMs, now.getTime() - begunFirst.getTime()))
    return { begunFirst, begunLast, begunTries, doubt, doubtUntil: null }
  })

/** A row as `begin` leaves it. */
export const begun = {
  id: 'p',
  format: 'post',
  accountId: account.id,
  network: 'x',
  snapshot: {},
  status: 'publishing',
  dueAt: now,
  step: 'upload',
  memo: {},
  memoBefore: { upload: {} },
  trail: [],
  memoDiesAt: null,
  handle: null,
  waitingSince: null,
  heldWhy: null,
  heldUntil: null,
  begunFirst: null,
  begunLast: null,
  begunTries: 0,
  doubt: null,
  doubtUntil: null,
  tries: 0,
  takenFence: null,
  takeovers: 0,
  agains: 0,
  attempts: 1,
  accepted: false,
  cancelAskedAt: null,
  partsShown: 0,
  partsTotal: 1,
  shownAt: null,
  spentAt: null,
  finishedAt: null,
  remoteId: null,
  url: null,
  errorCode: null,
  error: null,
  rawError: null,
  retryable: false,
  warnings: [],
} as unknown as Publication

const rows: fc.Arbitrary<Publication> = fc
  .record({
    status: fc.constantFrom('publishing', 'processing', 'held'),
    format: fc.constantFrom('post', 'reply'),
    step: fc.constantFrom('answer', 'upload', 'prepared', 'post', 'unknown-step'),
    tried: tryColumns,
    tries: fc.integer({ min: 0, max: 6 }),
    takenFence: maybe(fc.constant(7)),
    takeovers: fc.integer({ min: 0, max: 8 }),
    agains: fc.integer({ min: 0, max: 6 }),
    attempts: fc.integer({ min: 0, max: 9 }),
    accepted: fc.boolean(),
    cancelAskedAt: maybe(past),
    partsShown: fc.integer({ min: 0, max: 3 }),
    memoDiesAt: maybe(around),
    waitingSince: maybe(past),
  })
  .map(({ tried, ...row }) => {
    const dueAt = row.status === 'held' ? null : now
    return { ...begun, ...row, ...tried, partsTotal: 3, dueAt } as unknown as Publication
  })

export const works: fc.Arbitrary<Work> = fc
  .record({
    publication: rows,
    repeat: fc.constantFrom(...repeats),
    canFind: fc.boolean(),
    isOptional: fc.boolean(),
    verdict: maybe(verdicts),
    status: fc.constantFrom('active', 'needs_reconnect', 'disconnected'),
    hasWaited: fc.boolean(),
    rejectedGrant: maybe(fc.constant(3)),
  })
  .map(({ publication, status, hasWaited, rejectedGrant, ...options }) => ({
    publication,
    account: { ...account, status },
    connector: networkWith(options),
    hasWaited,
    rejectedGrant,
  }))

const results = fc.constantFrom<JsonObject>(
  { memo: { a: 1 }, then: 'post' },
  { memo: {}, then: 'post', afterMs: seconds(5) },
  { memo: {}, then: 'post', shown: { part: 1, remoteId: 'r1', url: null } },
  { memo: {}, then: 'post', shown: { part: 1, remoteId: 'r1', url: null }, afterMs: seconds(5) },
  { memo: {}, then: 'post', handle: 'h', warning: 'w' },
  { memo: {}, end: true, shown: { part: 2, remoteId: 'r2', url: null } },
  { memo: {}, end: true },
)

const failedOutcomes = fc.oneof(
  fc.record({ is: fc.constant('failed'), failure: failures, mayHaveChanged: fc.boolean() }),
  fc.constantFrom(
    { is: 'unfit', why: 'too large' },
    { is: 'busy' },
    { is: 'fault', sent: true },
    { is: 'fault', sent: false },
  ),
)

/** Every kind of fact. */
export const facts = fc.oneof(
  fc.record({
    is: fc.constant('ran'),
    outcome: fc.oneof(
      results.map((result) => ({ is: 'done', result })),
      failedOutcomes,
    ),
    before: tryColumns,
    grantVersion: fc.constant(3),
  }),
  fc.record({
    is: fc.constant('found'),
    outcome: fc.oneof(
      fc.oneof(results, fc.constantFrom('absent', 'unsure')).map((result) => ({ is: 'done', result })),
      failedOutcomes,
    ),
    grantVersion: fc.constant(3),
  }),
  fc.constantFrom(
    { is: 'taken-over' },
    { is: 'account-inactive', why: 'needs_reconnect', said: 'The grant has expired.' },
    { is: 'account-inactive', why: 'disconnected', said: null },
    { is: 'stale' },
    { is: 'outdated', preparedBy: 'upload' },
    { is: 'unsettled', until: after(now, seconds(20)) },
    { is: 'unfindable' },
    { is: 'cancelled' },
    { is: 'grant-lost', said: 'The grant has expired.' },
    { is: 'grant-unavailable', before: 'run' },
    { is: 'grant-unavailable', before: 'find' },
    { is: 'reconnected' },
  ),
) as unknown as fc.Arbitrary<Fact>
