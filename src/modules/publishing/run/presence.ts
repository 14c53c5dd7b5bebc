import { after, isAhead, seconds } from '#kernel/clock.ts'
import { notePresence } from '../store/presence.ts'
import { outageMs } from '../timing.ts'
import type { WriteContext } from '../write/context.ts'

/** The maximum delay with which the database learns that an engine is running. */
const noteEveryMs = seconds(10)

/**
 * Tells the database that an engine is running. The first note after a long silence ends an outage, so it must be
 * written before anything is claimed: only then is it known which posts were missed.
 */
export function createPresence({ deps, dbGate }: WriteContext): () => Promise<void> {
  const { db, clock } = deps
  let next = new Date(0)
  return async () => {
    const now = clock.now()
    if (isAhead(next, now, noteEveryMs)) return
    const isNoted = await dbGate.once(() => notePresence(db, { outageMs, onlyIf: deps.onlyIf }))
    if (isNoted) next = after(now, noteEveryMs)
  }
}
