import type { Connector } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { look, resumption, waitInDoubt } from './doubt.ts'
import { giveUp, stepAside, unknownBecause } from './finish.ts'
import { type Desk, leave, type Machine, next, type Onward, on, type Way, type Work } from './machine.ts'
import { hold } from './respond.ts'
import { runStep } from './run-step.ts'
import { save } from './save.ts'
import { backOff, takeoversAtOnce } from './state.ts'
import { isBegun, isInFlight, type Publication } from './store/publication.ts'
import { words } from './words.ts'

/** Takes one publication as far as it goes in this slice: steps are run while none of them has to wait. */
export async function advance(machine: Machine, desk: Desk, first: Publication, way: Way): Promise<'next' | 'leave'> {
  for (let publication = first, hasWaited = true; ; hasWaited = false) {
    if (!way.mayGoOn()) return 'leave'
    const onward = await goOn(machine, desk, publication, way, hasWaited)
    if (onward.go !== 'on') return onward.go
    publication = onward.publication
  }
}

async function goOn(
  machine: Machine,
  desk: Desk,
  publication: Publication,
  way: Way,
  hasWaited: boolean,
): Promise<Onward> {
  const { deps } = machine
  const account = await desk.account(publication.accountId)
  const connector = deps.connectors[publication.network]
  // The account was erased for good, and the publication with it.
  if (!account || !connector) return leave
  const step = connector.steps[publication.step]
  if (!step) return beginAnew(machine, desk, publication, connector)
  const work: Work = { desk, lane: desk.lane, publication, account, connector, step, way }

  if (publication.takenFence !== null) return takeOver(machine, work)
  if (account.status !== 'active') return hold(machine, work, {}, account.status)
  const now = deps.clock.now()
  if (publication.memoDiesAt && publication.memoDiesAt <= now && !isInFlight(publication)) {
    return beginAnew(machine, desk, publication, connector)
  }
  if (!isBegun(publication))
    return hasWaited && step.preparedBy ? prepareAnew(machine, work, step.preparedBy) : runStep(machine, work)

  const resume = resumption(work, now)
  switch (resume.is) {
    case 'run':
      return runStep(machine, work)
    case 'wait':
      return waitInDoubt(machine, work, resume.until, publication.doubt ?? { failure: null, looks: 0, givenUp: null })
    case 'look':
      return look(machine, work)
    default:
      return resume satisfies never
  }
}

/**
 * Restarts from the first step when the prepared state is useless: it has expired, or this version does not know the
 * step. A publication in flight ends as unknown instead.
 */
async function beginAnew(
  machine: Machine,
  { lane }: Desk,
  publication: Publication,
  connector: Connector,
): Promise<Onward> {
  if (isInFlight(publication)) {
    const finishedAt = machine.deps.clock.now()
    await save(machine, lane, publication, { ...unknownBecause(null), dueAt: null, takenFence: null, finishedAt })
    return next
  }
  const { first } = connector.plan(publication.snapshot)
  const anew = { step: first, memo: {}, memoBefore: { [first]: {} }, memoDiesAt: null, takenFence: null }
  return on(await save(machine, lane, publication, anew))
}

/** Rewinds to the step that prepares the content: the content names its moment, and that moment has passed. */
async function prepareAnew(machine: Machine, { lane, publication }: Work, step: string): Promise<Onward> {
  const memo = publication.memoBefore[step] ?? publication.memo
  return on(await save(machine, lane, publication, { step, memo }))
}

/**
 * Takes over a step whose process died, which does not count as a try. A step that kills its process must come to an
 * end, but most steps are innocent: they were only under way when the machine went down. So after a few takeovers the
 * publication continues with growing delays, and only one that is under way each time the process dies fails.
 */
async function takeOver(machine: Machine, work: Work): Promise<Onward> {
  const { deps } = machine
  const { publication, lane } = work
  const takeovers = publication.takeovers + 1
  deps.log.info({ publicationId: publication.id, step: publication.step, takeovers }, 'taken over')
  const base = { takenFence: null, takeovers }
  if (takeovers <= takeoversAtOnce) return on(await save(machine, lane, publication, base))
  const waitMs = backOff(takeovers - takeoversAtOnce - 1, machine.random())
  if (waitMs === null) {
    const reason = { code: 'internal', error: words.crashed, failure: null, retryable: true }
    return giveUp(machine, work, base, reason)
  }
  const dueAt = after(deps.clock.now(), waitMs)
  return stepAside(machine, work, { ...base, error: words.brokenOff, rawError: null }, { dueAt, counts: false })
}
