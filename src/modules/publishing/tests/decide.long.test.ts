import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { after, days } from '#kernel/clock.ts'
import { facts, leastGapMs, now, works } from '#test/fuzz/publications.ts'
import { decide } from '../decide/decide.ts'
import type { Decision } from '../decide/decision.ts'
import type { Fact } from '../decide/fact.ts'
import { nextAction } from '../decide/next-action.ts'
import { currentStep, isVisible, type Work } from '../decide/work.ts'
import { isBegun, isInFlight, isReply, type Publication } from '../publication.ts'
import { requireMove } from '../state.ts'
import { words } from '../words.ts'

const isLive = ({ status }: Publication): boolean => ['queued', 'publishing', 'processing'].includes(status)
const hasEnded = ({ status }: Publication): boolean => !['queued', 'publishing', 'processing', 'held'].includes(status)

/** True for facts that can occur at a row. */
function canOccur({ publication, ...work }: Work, fact: Fact): boolean {
  const step = currentStep({ publication, ...work })
  if (publication.takenFence !== null && fact.is !== 'ran' && fact.is !== 'taken-over') return false
  if ((fact.is === 'reconnected') !== (publication.status === 'held')) return false
  if (fact.is === 'found' || fact.is === 'unfindable' || fact.is === 'unsettled')
    return step !== undefined && isBegun(publication)
  if (fact.is === 'cancelled') return publication.cancelAskedAt !== null && step !== undefined
  if (fact.is === 'ran') return step !== undefined && (!isVisible(step) || isBegun(publication))
  return fact.is !== 'grant-unavailable' || fact.before === 'run' || isBegun(publication)
}

interface Case {
  readonly work: Work
  readonly fact: Fact
  readonly before: Publication
  readonly after: Publication
  readonly decision: Decision
}

/** Checks a property of every decision, including those in `otherwise`. */
function everyDecision(holds: (one: Case) => void): void {
  fc.assert(
    fc.property(works, facts, fc.double({ min: 0, max: 1, noNaN: true }), (work, fact, random) => {
      fc.pre(canOccur(work, fact))
      const before = work.publication
      const first = decide(work, fact, now, random)
      for (let decision: Decision | undefined = first; decision; decision = decision.otherwise)
        holds({ work, fact, before, after: { ...before, ...decision.changes } as Publication, decision })
    }),
    { numRuns: 2_000 },
  )
}

test('every decision is a valid move to a row that the table accepts', () => {
  everyDecision(({ before, after }) => {
    requireMove(before.status, after.status)
    assert.equal(isLive(after), after.dueAt !== null, `${after.status} with a due time of ${after.dueAt}`)
  })
})

test('a server configured by a user can park only its own account, for at most a day', () => {
  everyDecision(({ fact, decision: { park } }) => {
    if (!park || (fact.is !== 'ran' && fact.is !== 'found') || fact.outcome.is !== 'failed') return
    if (!fact.outcome.failure.isUserNamed) return
    assert.deepEqual([park.of, park.until <= after(now, days(1))], ['account', true])
  })
})

test('publishing a part resets the patience: the wait for the next part starts over', () => {
  everyDecision(({ before, after }) => {
    if (after.partsShown <= before.partsShown) return
    assert.notEqual(after.errorCode, 'network_too_slow')
    if (after.status === 'processing') assert.deepEqual(after.waitingSince, now)
  })
})

test('the next action matches the status: only an active publication continues, and one that has ended is not due', () => {
  everyDecision(({ after, decision }) => {
    if (decision.then === 'continue') assert.ok(!hasEnded(after) && after.status !== 'queued', after.status)
    if (hasEnded(after)) assert.deepEqual([after.dueAt, after.takenFence, after.finishedAt], [null, null, now])
    if (after.status === 'queued') assert.notEqual(decision.then, 'continue')
  })
})

test('a decision releases the row from the process that was processing it', () => {
  everyDecision(({ fact, after }) => {
    if (fact.is !== 'outdated' && fact.is !== 'reconnected') assert.equal(after.takenFence, null)
  })
})

test('the same work and fact lead to the same decision, and neither is modified', () => {
  fc.assert(
    fc.property(works, facts, (work, fact) => {
      fc.pre(canOccur(work, fact))
      const given = JSON.stringify([work.publication, fact])
      assert.deepEqual(decide(work, fact, now, 0.5), decide(work, fact, now, 0.5))
      assert.equal(JSON.stringify([work.publication, fact]), given)
    }),
  )
})

test('a publication that may be published never fails and is never cancelled', () => {
  everyDecision(({ after }) => {
    if (after.status === 'failed' || after.status === 'cancelled') assert.ok(!isInFlight(after))
  })
})

test('a published part stays published, and the publication does not restart from its first step', () => {
  everyDecision(({ fact, before, after, decision }) => {
    assert.ok(after.partsShown >= before.partsShown)
    if (before.partsShown > 0 && fact.is === 'stale') assert.notEqual(decision.then, 'continue')
    if (before.partsShown > 0) assert.notEqual(after.status, 'queued')
  })
})

test('a reply leaves no gap behind it and ends like a post in the same state', () => {
  everyDecision(({ work, fact, before, decision }) => {
    if (decision.shown) assert.equal(decision.gapMs, isReply(before) ? 0 : leastGapMs)
    const asOther = { ...before, format: isReply(before) ? 'post' : 'reply' }
    const { gapMs: _, ...other } = decide({ ...work, publication: asOther }, fact, now, 0.5)
    const { gapMs: __, ...same } = decide(work, fact, now, 0.5)
    assert.deepEqual(other, same)
  })
})

test('only a publication that may be partly published is unknown', () => {
  everyDecision(({ before, after, decision }) => {
    const isOfAnother = decision.otherwise === undefined && after.error === words.belongsToAnother
    if (after.status === 'unknown') assert.ok(isInFlight(before) || isInFlight(after) || isOfAnother)
  })
})

test('an absence that counts never ends as unknown, unless the network had accepted the content', () => {
  everyDecision(({ fact, before, after }) => {
    const isAbsent = fact.is === 'found' && fact.outcome.is === 'done' && fact.outcome.result === 'absent'
    if (isAbsent && !before.accepted) assert.notEqual(after.status, 'unknown')
  })
})

test('counters of tries, takeovers and rewinds only decrease after a successful step', () => {
  everyDecision(({ fact, before, after }) => {
    const hasResult = (fact.is === 'ran' || fact.is === 'found') && fact.outcome.is === 'done'
    if (hasResult && typeof fact.outcome.result !== 'string') return
    assert.ok(after.tries >= before.tries)
    assert.ok(after.takeovers >= before.takeovers)
    assert.ok(after.agains >= before.agains)
  })
})

test('an attempt is taken back at most once, and never for a waiting publication that may be published', () => {
  everyDecision(({ before, after }) => {
    assert.ok(after.attempts >= Math.max(0, before.attempts - 1))
    if (after.status !== 'held' && isInFlight(after)) assert.ok(after.attempts >= before.attempts)
  })
})

test('a wait is in the future, unless there is nothing to wait for', () => {
  everyDecision(({ after, decision }) => {
    if (decision.park) assert.ok(after.dueAt === null || (after.dueAt >= decision.park.until && after.dueAt > now))
    if (after.dueAt) assert.ok(after.dueAt >= now)
  })
})

test('a publication that is cancelled or abandoned in doubt is looked up and never sent again', () => {
  fc.assert(
    fc.property(works, (work) => {
      const { cancelAskedAt, doubt } = work.publication
      const mustNotRepeat = cancelAskedAt !== null || doubt?.givenUp || doubt?.isRefused
      if (isBegun(work.publication) && mustNotRepeat) assert.notEqual(nextAction(work, now).do, 'run')
    }),
    { numRuns: 2_000 },
  )
})

test('a step that may not be repeated runs only if no attempt at it is open', () => {
  fc.assert(
    fc.property(works, (work) => {
      const action = nextAction(work, now)
      if (action.do === 'run' && action.step.repeat === 'once') assert.ok(!isBegun(work.publication))
    }),
    { numRuns: 2_000 },
  )
})

test('no call is made for a held publication, an inactive account, or a step whose process died', () => {
  fc.assert(
    fc.property(works, (work) => {
      const { status, takenFence } = work.publication
      const mayCall = status !== 'held' && work.account.status === 'active' && takenFence === null
      if (!mayCall) assert.ok(['decide', 'recheck'].includes(nextAction(work, now).do))
    }),
    { numRuns: 2_000 },
  )
})
