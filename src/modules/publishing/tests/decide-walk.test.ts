import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Failure, JsonObject, Next as StepResult } from '#connectors/connector.ts'
import { after, minutes, seconds } from '#kernel/clock.ts'
import { account, begun, leastGapMs, networkWith, now as start } from '#test/fuzz/publications.ts'
import { decide } from '../decide/decide.ts'
import type { Fact, Outcome } from '../decide/fact.ts'
import { type Action, nextAction } from '../decide/next-action.ts'
import { isVisible, type Work } from '../decide/work.ts'
import { isInFlight, type Publication, tryColumns } from '../publication.ts'
import { requireMove } from '../state.ts'
import { failedFindsMax, stepDefaults } from '../timing.ts'

/**
 * Walks of one publication through the core: a post, a thread or a reply, against an in-memory network that loses
 * responses, shows posts late, rejects grants and kills the process. Needs no database, so thousands of walks take a
 * second.
 */
interface Walk {
  /** A reply has one part, and first reads what it answers, which may be gone. */
  readonly isReply: boolean
  readonly repeat: 'safe' | 'once' | { readonly forMs: number }
  readonly canFind: boolean
  readonly parts: number
  /** The network's choices, in order. After the last one it works. */
  readonly choices: readonly number[]
  /** The number of the action before which a user cancels. */
  readonly cancelAt: number | null
}

interface Post {
  readonly part: number
  readonly at: Date
  readonly visibleAt: Date
}

interface Ended {
  readonly row: Publication
  readonly posts: readonly Post[]
  readonly couldNotTell: boolean
}

const mostActions = 300
const grantVersion = 1
const answered = (status: number): Failure => ({ sent: 'answered', status, headers: {}, body: '', code: null })
const unanswered = (sent: 'no' | 'maybe'): Failure => ({ sent, status: null, headers: {}, body: '', code: 'reset' })
const failed = (failure: Failure): Outcome<never> => ({ is: 'failed', failure, mayHaveChanged: false })

function walk({ isReply, repeat, canFind, parts: wanted, choices, cancelAt }: Walk): Ended {
  const connector = networkWith({ repeat, canFind })
  const posts: Post[] = []
  const parts = isReply ? 1 : wanted
  let clock = start
  let nth = 0
  let couldNotTell = false
  let failedFinds = 0
  const choose = <const Options extends readonly unknown[]>(...options: Options): Options[number] =>
    options[(choices[nth++] ?? 0) % options.length]
  const spend = (ms: number) => {
    clock = after(clock, ms)
  }
  let row: Publication = {
    ...begun,
    ...(isReply ? { format: 'reply', step: 'answer' } : {}),
    partsTotal: parts,
    dueAt: start,
  }
  const save = (changes: Partial<Publication>) => {
    requireMove(row.status, changes.status ?? row.status)
    row = { ...row, ...changes }
  }

  /** The network receives a post. It recognizes a repeat if its step says so. */
  function receive(lagMs: number): void {
    const earlier = posts.findLast(({ part }) => part === row.partsShown)
    const windowMs = typeof repeat === 'object' ? repeat.forMs : repeat === 'safe' ? Number.POSITIVE_INFINITY : 0
    if (earlier && clock.getTime() - earlier.at.getTime() <= windowMs) return
    posts.push({ part: row.partsShown, at: clock, visibleAt: after(clock, lagMs) })
  }

  const shown = (): StepResult<JsonObject> => {
    const part = row.partsShown
    const result = { memo: {}, shown: { part, remoteId: `r${part}`, url: null } }
    return part + 1 < parts ? { ...result, then: 'post' } : { ...result, end: true }
  }

  /** Returns null if the process dies. */
  function run(): Outcome<StepResult<JsonObject>> | null {
    if (row.step !== 'post') {
      const uploaded = { is: 'done', result: { memo: {}, then: 'post' } } as const
      if (row.step === 'answer') return choose(uploaded, uploaded, failed(answered(404)), failed(answered(500)), null)
      return choose(uploaded, failed(answered(500)), null)
    }
    const isThere = posts.some(({ part }) => part === row.partsShown)
    const does = choose(
      'works',
      'lost',
      'lost late',
      'not received',
      'not sent',
      500,
      200,
      400,
      401,
      429,
      'dies',
      'dies after',
      'bug',
    )
    const hasEffect = ['works', 'lost', 'lost late', 500, 200, 'dies after', 'bug'].includes(does)
    const lagMs = does === 'lost late' || does === 500 ? stepDefaults.deadlineMs + stepDefaults.settleMs : 0
    if (hasEffect) receive(lagMs)
    spend(seconds(1))
    switch (does) {
      case 'works':
        return { is: 'done', result: shown() }
      case 'lost':
      case 'lost late':
      case 'not received':
        return failed(unanswered('maybe'))
      case 'not sent':
        return failed(unanswered('no'))
      case 'bug':
        return { is: 'fault', sent: true }
      case 'dies':
      case 'dies after':
        return null
      default:
        // A network that recognizes a repeat does not reject it.
        return isThere && repeat !== 'once' ? { is: 'done', result: shown() } : failed(answered(does))
    }
  }

  function find(): Outcome<StepResult<JsonObject> | 'absent' | 'unsure'> | null {
    spend(seconds(1))
    const says = choose('truth', 'truth', 'truth', 'nothing', 401, 429, 'unsure', 'dies')
    if (says === 'nothing' || says === 401) failedFinds += 1
    if (failedFinds > failedFindsMax) couldNotTell = true
    if (says === 'nothing') return failed(unanswered('maybe'))
    if (typeof says === 'number') return failed(answered(says))
    if (says === 'dies') return null
    if (says === 'unsure') {
      couldNotTell = true
      return { is: 'done', result: 'unsure' }
    }
    const isThere = posts.some(({ part, visibleAt }) => part === row.partsShown && visibleAt <= clock)
    return { is: 'done', result: isThere ? shown() : 'absent' }
  }

  /** Performs an action as `run/perform.ts` does. Null if the process died and another one takes over. */
  function perform(work: Work, action: Action): Fact | null {
    switch (action.do) {
      case 'decide':
        if (action.fact.is === 'unfindable') couldNotTell = true
        return action.fact
      case 'recheck':
        return { is: 'reconnected' }
      case 'run': {
        const before = tryColumns(row)
        if (isVisible(action.step)) {
          if (row.cancelAskedAt) return { is: 'cancelled' }
          const begunFirst = row.begunFirst ?? clock
          save({ begunFirst, begunLast: clock, begunTries: row.begunTries + 1, takenFence: 1, doubtUntil: null })
        } else save({ takenFence: 1 })
        const outcome = run()
        return outcome && { is: 'ran', outcome, before, grantVersion }
      }
      case 'find': {
        const outcome = find()
        return outcome && { is: 'found', outcome, grantVersion: work.rejectedGrant ?? grantVersion }
      }
      default:
        return action satisfies never
    }
  }

  function cancel(): void {
    if (isInFlight(row)) save({ cancelAskedAt: clock })
    else save({ status: 'cancelled', dueAt: null })
  }

  let state: Pick<Work, 'hasWaited' | 'rejectedGrant'> = { hasWaited: true, rejectedGrant: null }
  for (let actions = 0; row.dueAt !== null || row.status === 'held'; actions++) {
    assert.ok(actions < mostActions, 'the walk does not end')
    if (actions === cancelAt) {
      cancel()
      continue
    }
    if (row.status === 'queued') save({ status: 'publishing', attempts: row.attempts + 1 })
    const work: Work = { publication: row, account, connector, ...state }
    const fact = perform(work, nextAction(work, clock))
    state = { hasWaited: true, rejectedGrant: null }
    if (fact === null) {
      spend(seconds(30))
      continue
    }
    const decision = decide({ ...work, publication: row }, fact, clock, 0)
    save(decision.changes)
    if (decision.shown) assert.equal(decision.gapMs, isReply ? 0 : leastGapMs, 'only posts leave a gap behind them')
    if (decision.then === 'continue') state = { hasWaited: false, rejectedGrant: decision.renew ?? null }
    else if (row.dueAt && row.dueAt > clock) clock = row.dueAt
  }
  return { row, posts, couldNotTell }
}

const walks: fc.Arbitrary<Walk> = fc.record({
  isReply: fc.boolean(),
  repeat: fc.constantFrom<Walk['repeat']>('safe', 'once', { forMs: minutes(10) }),
  canFind: fc.boolean(),
  parts: fc.integer({ min: 1, max: 3 }),
  choices: fc.array(fc.nat({ max: 1_000 }), { maxLength: 30, size: 'max' }),
  cancelAt: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
})

test('every random walk ends, with each part published at most once and a status that matches what is published', () => {
  fc.assert(
    fc.property(walks, (given) => {
      const { row, posts, couldNotTell } = walk(given)
      const times = Array.from(
        { length: row.partsTotal },
        (_, part) => posts.filter((post) => post.part === part).length,
      )
      assert.ok(
        times.every((count) => count <= 1),
        `parts were published ${times} times`,
      )
      const out = posts.length
      if (row.status === 'failed' || row.status === 'cancelled')
        assert.equal(out, 0, `${row.status}, yet it is published`)
      if (row.status === 'published') assert.equal(out, row.partsShown)
      if (row.status === 'unknown') assert.ok(couldNotTell, 'unknown, although the network could tell')
    }),
    { numRuns: 5_000 },
  )
})
