import type { Doubt } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { endCancelled, finish, giveUp, noError, notBegun, stepAside, unknownBecause } from './finish.ts'
import { mayPass } from './grant-for.ts'
import { judge } from './judge.ts'
import { type Machine, next, type Onward, on, type Work } from './machine.ts'
import { progress } from './progress.ts'
import { hold, respond } from './respond.ts'
import { save } from './save.ts'
import { backOff, looksMax, stepDefaults } from './state.ts'
import { belongsToAnother } from './store/fenced.ts'
import type { DoubtNote } from './store/publication.ts'
import { deadlineMsOf, tryStep } from './try-step.ts'
import { rawWords, words } from './words.ts'

/** Next action for a try that was begun and whose outcome is unknown. */
export type Resumption =
  /** The network recognizes a repeat: run the step again, now or at `until`. */
  | { readonly is: 'run' }
  | { readonly is: 'wait'; readonly until: Date }
  /** The doubt can only be settled by `find`. */
  | { readonly is: 'look' }

/**
 * Returns the time until which the last try may still take effect. Before it, `absent` does not count, and a repeat
 * might overlap with that try.
 */
export function settledAt({ publication, step }: Work, deadlineMs: number): Date | null {
  if (!publication.begunLast) return null
  return after(publication.begunLast, deadlineMs + (step.settleMs ?? stepDefaults.settleMs))
}

export function resumption(work: Work, now: Date): Resumption {
  const { publication, step } = work
  // A repeat would publish a post that a user has withdrawn or that was given up.
  if (publication.cancelAskedAt || publication.doubt?.givenUp || publication.doubt?.isRefused) return { is: 'look' }
  if (step.repeat === 'safe') return { is: 'run' }
  if (step.repeat === 'once' || !publication.begunFirst) return { is: 'look' }
  const deadlineMs = deadlineMsOf(work)
  const windowEnd = after(publication.begunFirst, step.repeat.forMs - deadlineMs)
  const settled = settledAt(work, deadlineMs)
  if (now >= windowEnd || (settled && settled >= windowEnd)) return { is: 'look' }
  return settled && now < settled ? { is: 'wait', until: settled } : { is: 'run' }
}

/**
 * Asks the network for the outcome of a call whose answer was lost. A hit is final at any time. `absent` counts only
 * once the last try can no longer take effect; before that, the network is asked again at that time. Any other answer
 * leaves the decision to a user: never a silent second post.
 */
export async function look(machine: Machine, work: Work, refreshIfOlderThan?: number): Promise<Onward> {
  const { deps } = machine
  const { publication, step } = work
  const { find } = step
  if (!find) return conclude(machine, work, 'unsure')

  const granted = await work.desk.grant(publication, refreshIfOlderThan)
  if ('lost' in granted) return hold(machine, work, {}, 'needs_reconnect')
  const deadlineMs = deadlineMsOf(work)
  if ('fault' in granted) return lookLater(machine, work, deadlineMs)
  const deadline = after(deps.clock.now(), deadlineMs)
  const tried = await tryStep(machine, withoutShows(work), { grant: granted.grant, deadline }, (call) =>
    find.call(step, call, publication.snapshot, publication.memo, doubtFor(machine, work)),
  )
  const here: Work = { ...work, publication: tried.publication }
  switch (tried.is) {
    case 'stopped':
      return next
    case 'done':
      if (typeof tried.result !== 'string') return progress(machine, here, { next: tried.result, visible: true })
      return answer(machine, here, tried.result, deadlineMs)
    case 'failed': {
      const { verdict } = judge(withoutShows(here), tried.failure, false, deps.clock.now())
      if (verdict.is === 'reauth') {
        if (refreshIfOlderThan === undefined && !verdict.final) return look(machine, here, granted.version)
        const { why } = verdict
        if (
          (!verdict.final && mayPass(tried.failure, noteOf(here).looks)) ||
          !(await deps.accounts.needsReconnect(publication.accountId, why, granted.version))
        )
          return lookLater(machine, here, deadlineMs)
      }
      if (verdict.is === 'refused' || verdict.is === 'again') return answer(machine, here, 'unsure', deadlineMs)
      if (verdict.is === 'retry' && verdict.of === 'call') return lookLater(machine, here, deadlineMs)
      return respond(machine, here, {
        verdict,
        failure: tried.failure,
        sure: false,
        before: here.publication,
        settledAt: null,
      })
    }
    case 'unfit':
    case 'busy':
    case 'fault':
      return lookLater(machine, here, deadlineMs)
    default:
      return tried satisfies never
  }
}

/** Treats the step as safe and not visible, because `find` changes nothing, whatever the step itself does. */
const withoutShows = (work: Work): Work => {
  const { shows: _shows, ...step } = work.step
  return { ...work, step: { ...step, repeat: 'safe' } }
}

function doubtFor(machine: Machine, { publication }: Work): Doubt {
  const now = machine.deps.clock.now()
  return {
    first: publication.begunFirst ?? now,
    last: publication.begunLast ?? now,
    tries: publication.begunTries,
    failure: publication.doubt?.failure ?? null,
    ours: async (remoteId) =>
      !(await machine.steady.once(() => belongsToAnother(machine.deps.db, publication, remoteId))),
  }
}

async function answer(machine: Machine, work: Work, found: 'absent' | 'unsure', deadlineMs: number): Promise<Onward> {
  const settled = settledAt(work, deadlineMs)
  if (!settled || machine.deps.clock.now() >= settled) return conclude(machine, work, found)
  return waitInDoubt(machine, work, settled, noteOf(work))
}

const noteOf = ({ publication }: Work): DoubtNote => publication.doubt ?? { failure: null, looks: 0, givenUp: null }

/**
 * Lets a publication in doubt wait. It stays in flight: it cannot be cancelled or edited, and a post of the same text
 * waits.
 */
export async function waitInDoubt(machine: Machine, work: Work, until: Date, doubt: DoubtNote): Promise<Onward> {
  await save(machine, work.lane, work.publication, {
    status: 'publishing',
    dueAt: until,
    doubtUntil: until,
    doubt,
    takenFence: null,
  })
  return next
}

/** Plans another `find` after one that failed itself, or concludes when there have been too many. */
function lookLater(machine: Machine, work: Work, deadlineMs: number): Promise<Onward> {
  const note = noteOf(work)
  const waitMs = note.looks < looksMax ? backOff(note.looks, machine.random()) : null
  if (waitMs === null) return conclude(machine, work, 'unsure')
  const times = [after(machine.deps.clock.now(), waitMs), settledAt(work, deadlineMs)].filter((time) => time !== null)
  const until = new Date(Math.max(...times.map((time) => time.getTime())))
  return waitInDoubt(machine, work, until, { ...note, looks: note.looks + 1 })
}

/** Decides when everything that can be found out has been found out. */
async function conclude(machine: Machine, work: Work, found: 'absent' | 'unsure'): Promise<Onward> {
  const { publication, lane, step } = work
  const { doubt } = publication
  if (found === 'unsure') {
    if (step.optional) {
      const warnings = [...publication.warnings, words.unknown]
      return finish(machine, work, { ...notBegun, ...noError, status: 'published', warnings })
    }
    return finish(machine, work, unknownBecause(doubt?.givenUp?.raw ?? rawWords(doubt?.failure ?? null)))
  }
  if (publication.cancelAskedAt) return endCancelled(machine, work, notBegun)
  if (doubt?.givenUp) {
    const reason = { ...doubt.givenUp, failure: doubt.failure, retryable: true }
    return giveUp(machine, work, notBegun, reason)
  }
  if (publication.partsShown > 0 || publication.accepted) {
    return on(await save(machine, lane, publication, { ...notBegun, takenFence: null }))
  }
  // From here on it can be cancelled again, so it stands in the queue like any other publication.
  return stepAside(machine, work, notBegun, { dueAt: machine.deps.clock.now(), counts: true })
}
