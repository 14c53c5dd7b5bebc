import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { occupy, reach } from './folders/occupy.ts'
import { closeSocketFolder } from './folders/socket-folder.ts'
import { boundLog, type Home, type Postmaster, shutDown, spawnPostmaster } from './postmaster.ts'
import { unavailable } from './unavailable.ts'

interface Supervised {
  stop(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 5_000
/** A server that ran for this long was healthy. One that keeps dying sooner is restarted more and more slowly. */
const wellMs = 10_000
const leaveMs = 10_000
const logCheckMs = 600_000

/**
 * Holds the lock's session as long as this process lives. The end of the session shows that the server died, whether we
 * started it or adopted it. We then keep trying to restart the server and retake the lock until that succeeds or we are
 * stopped.
 */
export async function supervise(home: Home, dataDir: string): Promise<Supervised> {
  const stopping = new AbortController()
  let session: pg.Client | null = null
  let healing: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | null = null
  let failures = 0

  async function enter(): Promise<void> {
    const client = await bringUp(home, stopping.signal)
    const since = performance.now()
    client.once('end', () => {
      if (session !== client) return
      session = null
      if (performance.now() - since > wellMs) failures = 0
      if (!stopping.signal.aborted) healing = heal()
    })
    try {
      await occupy(client, dataDir, stopping.signal)
      session = client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  async function heal(): Promise<void> {
    home.say('The database stopped unexpectedly; starting it again.')
    while (!stopping.signal.aborted) {
      const pauseMs = failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
      failures += 1
      try {
        await sleep(pauseMs, undefined, { signal: stopping.signal })
        await enter()
        home.say('The database is back.')
        return
      } catch (error) {
        if (!stopping.signal.aborted) home.say(`The database is not back yet: ${(error as Error).message}`)
      }
    }
  }

  /**
   * True if we should stop the server because no Posthorn process holds it. False if another Posthorn process has taken
   * it over.
   */
  async function isOurs(): Promise<boolean> {
    if (session) return true
    for (const deadline = performance.now() + leaveMs; performance.now() < deadline; await sleep(20)) {
      const reached = await reach(home.socketFolder, home.database).catch(() => null)
      if (reached?.kind === 'not-yet') continue
      if (reached?.kind !== 'open') return false
      const free = await occupy(reached.client, dataDir, stopping.signal).then(
        () => true,
        () => false,
      )
      await reached.client.end().catch(() => {})
      return free
    }
    return true
  }

  async function leave(): Promise<void> {
    clearInterval(logCheck)
    stopping.abort()
    await healing
    if (await isOurs()) await shutDown(home)
    await session?.end().catch(() => {})
    await closeSocketFolder(home.socketFolder, home.database)
  }

  await enter()
  const logCheck = setInterval(() => void boundLog(home.logFile), logCheckMs)
  logCheck.unref()
  return {
    stop: () => {
      stopped ??= leave()
      return stopped
    },
  }
}

const patienceMs = 30_000
/** The longest wait while the server recovers: after an unclean stop it first reads its log, and reports that. */
const recoveryMs = 600_000
const sayAfterMs = 2_000

/**
 * Opens a session with the server in any state. A running server is adopted (it outlives a killed Posthorn), a server
 * that is shutting down is waited for, and a missing server is started. For a while after a crash, the old server's pid
 * or memory may still be in use. A new server then ends immediately and is started again.
 */
async function bringUp(home: Home, signal: AbortSignal): Promise<pg.Client> {
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
 * True for startup errors that a retry can fix: an earlier server, or part of it, is still running, or the server was
 * killed while it started.
 */
const passes = (words: string): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block|is another postmaster|database system is shut down|^ended by SIG/i.test(
    words,
  )
