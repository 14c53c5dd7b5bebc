import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { reach } from './folders/occupy.ts'
import { type Home, type Postmaster, spawnPostmaster } from './postmaster.ts'
import { unavailable } from './unavailable.ts'

const patienceMs = 30_000
/** The longest wait while the server recovers: after an unclean stop it first reads its log, and reports that. */
const recoveryMs = 600_000
const sayAfterMs = 2_000

/**
 * Opens a session with the server in any state. A running server is adopted (it outlives a killed Posthorn), a server
 * that is shutting down is waited for, and a missing server is started. For a while after a crash, the old server's pid
 * or memory may still be in use. A new server then ends immediately and is started again.
 */
export async function bringUp(home: Home, signal: AbortSignal): Promise<pg.Client> {
  const startedAt = performance.now()
  let mine: Postmaster | null = null
  let isAnnounced = false
  let pauseMs = 5
  for (;;) {
    // A server that we have just started is brought up completely, so that it can be shut down cleanly.
    if (!mine) signal.throwIfAborted()
    const reached = await reach(home.socketFolder, home.database)
    if (reached.kind === 'open') return reached.client
    if (reached.kind === 'another')
      throw unavailable(`The server running in ${home.socketFolder} has its data elsewhere. Start Posthorn again.`)
    const waitedMs = performance.now() - startedAt
    const lastWords: string | null = mine?.ended() ?? null
    if (mine && lastWords !== null) {
      if (!passes(lastWords))
        throw new Error(`PostgreSQL could not start: ${lastWords} (see ${home.logFile} for the full log)`)
      if (waitedMs > patienceMs) throw new Error(`PostgreSQL cannot take over ${home.database}: ${lastWords}`)
      mine = null
    }
    if (reached.kind === 'nobody' && !mine) {
      mine = await spawnPostmaster(home)
      pauseMs = 5
    }
    if (waitedMs > (reached.kind === 'not-yet' ? recoveryMs : patienceMs)) {
      throw new Error(`PostgreSQL did not respond within ${Math.round(waitedMs / 1_000)} s; see ${home.logFile}`)
    }
    if (!isAnnounced && waitedMs > sayAfterMs) {
      isAnnounced = true
      home.say(
        reached.kind === 'not-yet' ? `Waiting for the database: ${reached.why}.` : 'Waiting for the database to start.',
      )
    }
    await sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, 100)
    if (lastWords !== null) await sleep(100)
  }
}

/**
 * True for startup messages that a retry can fix: an earlier server, or part of it, is still running, or the server was
 * killed while it started.
 */
const passes = (words: string): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block|is another postmaster|database system is shut down|^ended by SIG/i.test(
    words,
  )
