import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker, type Ticker } from '#infra/time/ticker.ts'

/** A loop over due rows. */
export interface Wakeable {
  /** A condition that tells by an index whether rows are due. */
  readonly isDue: RawBuilder<boolean>
  /** Looks for due rows at once. */
  kick(): void
}

/** Presents several loops as one. */
export const wakeAll = (loops: readonly Wakeable[]): Wakeable => ({
  isDue: sql<boolean>`(${sql.join(
    loops.map(({ isDue }) => isDue),
    sql` or `,
  )})`,
  kick() {
    for (const loop of loops) loop.kick()
  },
})

interface WakerOptions {
  readonly db: Db
  readonly log: Log
  readonly loops: readonly Wakeable[]
}

const everyMs = 250

/**
 * Wakes the loops whose rows have become due. One statement asks for all of them, so that a process with nothing to do
 * costs little. A loop that is not woken looks by itself every few seconds.
 */
export function createWaker({ db, log, loops }: WakerOptions): Ticker {
  const conditions = sql.join(loops.map(({ isDue }) => isDue))
  const wake = async (): Promise<void> => {
    const { rows } = await sql<{ due: boolean[] }>`/* hot: due-work */ select array[${conditions}] as due`.execute(db)
    const due = rows[0]?.due ?? []
    for (const [at, loop] of loops.entries()) if (due[at]) loop.kick()
  }
  return createTicker(everyMs, wake, (error) =>
    log.warn({ event: 'claim.wake_failed', err: error }, 'Due work could not be looked for'),
  )
}
