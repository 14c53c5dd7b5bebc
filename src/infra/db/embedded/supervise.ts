import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bringUp } from './bring-up.ts'
import { occupy, reach } from './folders/occupy.ts'
import { closeSocketFolder } from './folders/socket-folder.ts'
import { boundLog, type Home, shutDown } from './postmaster.ts'

interface Supervised {
  stop(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 5_000
/** A server that lived this long was healthy. One that keeps dying sooner is restarted ever more slowly. */
const wellMs = 10_000
const leaveMs = 10_000
const logCheckMs = 600_000

/**
 * Holds the lock's session while this process lives. The end of the session shows that the server died, whether it was
 * our child or adopted. Then the server is started and the lock taken again, until that succeeds or we are stopped.
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
   * True if we should end the server because no Posthorn process holds it. False if another Posthorn process has taken
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
