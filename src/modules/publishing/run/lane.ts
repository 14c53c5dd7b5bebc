import type { HeldLane, Turn } from '#infra/claim/index.ts'
import { after } from '#kernel/clock.ts'
import type { Next } from '../decide/decision.ts'
import { slice } from '../timing.ts'
import type { EngineContext } from './context.ts'
import { runPublication } from './publication.ts'
import { type NextUp, putBack, takeNext } from './take-next.ts'
import { openTurn } from './turn.ts'

/**
 * Runs one turn of a lane: its publications one at a time, in order of their scheduled times. A publication that waits
 * for its own reason lets others pass. An account goes as fast as its network responds: while the last call of one
 * publication is in progress, the next one is taken out of the queue, and while the outcome of the first is saved, the
 * next one is prepared. But no visible call begins before that outcome is saved. If other lanes wait for a place, a
 * turn ends after a few publications.
 */
export async function runLane(context: EngineContext, lane: HeldLane, network: string): Promise<Turn> {
  const { clock, log } = context.deps
  const turn = openTurn(context, lane)
  const sliceEnd = after(clock.now(), slice.ms)
  let ahead: Promise<NextUp> | null = null
  let last: Promise<Exclude<Next, 'continue'>> = Promise.resolve('next-publication')
  let worked = 0
  const mayGoOn = () => !lane.isLost() && !context.isStopping() && clock.now() <= sliceEnd
  const mayTakeMore = () => mayGoOn() && (worked < slice.publications || !context.isCrowded(network))

  const takeUp = async (): Promise<NextUp> => {
    const taken = ahead
    ahead = null
    if (taken) return taken
    await last
    return takeNext(context, turn)
  }

  async function work(): Promise<Turn> {
    while (mayTakeMore()) {
      const up = await takeUp()
      if (up.is === 'nothing') return { worked, more: false }
      if (up.is === 'overtaken') return { worked, more: true }
      worked += 1
      if (up.is === 'passed') continue
      const before = last
      const answered = Promise.withResolvers<'answered'>()
      last = runPublication(context, turn, up.publication, {
        mayGoOn,
        mayCall: async () => (await before) === 'next-publication',
        lookAhead() {
          if (ahead || !up.hasOthers || !mayTakeMore()) return
          ahead = handled(takeNext(context, turn, up.publication))
        },
        answered: () => answered.resolve('answered'),
      })
      const came = await Promise.race([handled(last), answered.promise])
      if (came === 'answered' && ahead) continue
      if ((await last) === 'release-lane') return { worked, more: true }
      if (!up.hasOthers) return { worked, more: false }
    }
    return { worked, more: true }
  }

  try {
    const done = await work()
    return (await last) === 'release-lane' ? { worked, more: true } : done
  } finally {
    await last.catch(() => {})
    await (ahead as Promise<NextUp> | null)
      ?.then((next) => putBack(context, turn, next))
      .catch((error: unknown) =>
        log.warn(
          { event: 'publishing.put_back_failed', err: error, lane: lane.id },
          'Prefetched publication could not be returned to the queue',
        ),
      )
  }
}

/** Keeps a failure from ending the process until the lane waits for the work later. */
function handled<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {})
  return work
}
