import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { reach } from './occupy.ts'
import { type Home, type Postmaster, spawnPostmaster } from './postmaster.ts'

const patienceMs = 30_000
/** After an unclean stop the server first reads its log; as long as it says so, it is waited for. */
const recoveryMs = 600_000
const sayAfterMs = 2_000

/**
 * A session with the server, come what may: one that runs is adopted (it outlives a killed Posthorn), one that is on
 * its way out is waited for, and where there is none, one is started. The old server's number or memory may still be
 * taken for a while after a crash; then the new one ends at once and is started again.
 */
export async function bringUp(home: Home, signal: AbortSignal): Promise<pg.Client> {
  const startedAt = performance.now()
  let mine: Postmaster | null = null
  let said = false
  let pauseMs = 5
  for (;;) {
    // A server that we have just started is seen through to where it can be ended again.
    if (!mine) signal.throwIfAborted()
    const reached = await reach(home.socketFolder)
    if (reached.kind === 'open') return reached.client
    const waitedMs = performance.now() - startedAt
    const lastWords: string | null = mine?.ended() ?? null
    if (mine && lastWords !== null) {
      if (!passes(lastWords))
        throw new Error(`PostgreSQL does not start: ${lastWords} (the whole of it is in ${home.logFile})`)
      if (waitedMs > patienceMs) throw new Error(`PostgreSQL cannot take over ${home.database}: ${lastWords}`)
      mine = null
    }
    if (reached.kind === 'nobody' && !mine) {
      mine = await spawnPostmaster(home)
      pauseMs = 5
    }
    if (waitedMs > (reached.kind === 'not-yet' ? recoveryMs : patienceMs)) {
      throw new Error(`PostgreSQL did not answer within ${Math.round(waitedMs / 1_000)} s; see ${home.logFile}`)
    }
    if (!said && waitedMs > sayAfterMs) {
      said = true
      home.say(
        reached.kind === 'not-yet' ? `Waiting for the database: ${reached.why}.` : 'Waiting for the database to start.',
      )
    }
    await sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, 100)
    if (lastWords !== null) await sleep(100)
  }
}

/** What the server says when an earlier one, or a part of it, has not quite gone yet, or what is said of one that was killed on its way up. */
const passes = (words: string): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block|is another postmaster|database system is shut down|^ended by SIG/i.test(
    words,
  )
