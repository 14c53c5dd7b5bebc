import type { Connector } from '#connectors/connector.ts'
import { after } from '#kernel/clock.ts'
import { isBegun, isInFlight, type Publication } from '../publication.ts'
import { backOff, takeoversAtOnce } from '../state.ts'
import { words } from '../words.ts'
import { save } from '../write/save.ts'
import { type Desk, type EngineContext, leave, next, type Onward, on, type Way, type Work } from './context.ts'
import { look, resumption, waitInDoubt } from './doubt.ts'
import { giveUp, stepAside, unknownBecause } from './finish.ts'
import { hold } from './respond.ts'
import { runStep } from './run-step.ts'

/** Takes one publication as far as it goes in this slice: steps are run while none of them has to wait. */
export async function advance(
  context: EngineContext,
  desk: Desk,
  first: Publication,
  way: Way,
): Promise<'next' | 'leave'> {
  for (let publication = first, hasWaited = true; ; hasWaited = false) {
    if (!way.mayGoOn()) return 'leave'
    const onward = await goOn(context, desk, publication, way, hasWaited)
    if (onward.go !== 'on') return onward.go
    publication = onward.publication
  }
}

async function goOn(
  context: EngineContext,
  desk: Desk,
  publication: Publication,
  way: Way,
  hasWaited: boolean,
): Promise<Onward> {
  const { deps } = context
  const account = await desk.account(publication.accountId)
  const connector = deps.connectors[publication.network]
  // The account was erased for good, and the publication with it.
  if (!account || !connector) return leave
  const step = connector.steps[publication.step]
  if (!step) return beginAnew(context, desk, publication, connector)
  const work: Work = { desk, lane: desk.lane, publication, account, connector, step, way }

  if (publication.takenFence !== null) return takeOver(context, work)
  if (account.status !== 'active') return hold(context, work, {}, account.status)
  const now = deps.clock.now()
  if (publication.memoDiesAt && publication.memoDiesAt <= now && !isInFlight(publication)) {
    return beginAnew(context, desk, publication, connector)
  }
  if (!isBegun(publication))
    return hasWaited && step.preparedBy ? prepareAnew(context, work, step.preparedBy) : runStep(context, work)

  const resume = resumption(work, now)
  switch (resume.is) {
    case 'run':
      return runStep(context, work)
    case 'wait':
      return waitInDoubt(context, work, resume.until, publication.doubt ?? { failure: null, looks: 0, givenUp: null })
    case 'look':
      return look(context, work)
    default:
      return resume satisfies never
  }
}

/**
 * Restarts from the first step when the prepared state is useless: it has expired, or this version does not know the
 * step. A publication in flight ends as unknown instead.
 */
async function beginAnew(
  context: EngineContext,
  { lane }: Desk,
  publication: Publication,
  connector: Connector,
): Promise<Onward> {
  if (isInFlight(publication)) {
    const finishedAt = context.deps.clock.now()
    await save(context, lane, publication, { ...unknownBecause(null), dueAt: null, takenFence: null, finishedAt })
    return next
  }
  const { first } = connector.plan(publication.snapshot)
  const anew = { step: first, memo: {}, memoBefore: { [first]: {} }, memoDiesAt: null, takenFence: null }
  return on(await save(context, lane, publication, anew))
}

/** Rewinds to the step that prepares the content: the content names its moment, and that moment has passed. */
async function prepareAnew(context: EngineContext, { lane, publication }: Work, step: string): Promise<Onward> {
  const memo = publication.memoBefore[step] ?? publication.memo
  return on(await save(context, lane, publication, { step, memo }))
}

/**
 * Takes over a step whose process died, which does not count as a try. A step that kills its process must come to an
 * end, but most steps are innocent: they were only under way when the context went down. So after a few takeovers the
 * publication continues with growing delays, and only one that is under way each time the process dies fails.
 */
async function takeOver(context: EngineContext, work: Work): Promise<Onward> {
  const { deps } = context
  const { publication, lane } = work
  const takeovers = publication.takeovers + 1
  deps.log.info({ publicationId: publication.id, step: publication.step, takeovers }, 'taken over')
  const base = { takenFence: null, takeovers }
  if (takeovers <= takeoversAtOnce) return on(await save(context, lane, publication, base))
  const waitMs = backOff(takeovers - takeoversAtOnce - 1, context.random())
  if (waitMs === null) {
    const reason = { code: 'internal', error: words.crashed, failure: null, retryable: true }
    return giveUp(context, work, base, reason)
  }
  const dueAt = after(deps.clock.now(), waitMs)
  return stepAside(context, work, { ...base, error: words.brokenOff, rawError: null }, { dueAt, counts: false })
}
