import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker, type Ticker } from '#infra/time/ticker.ts'
import { before, type Clock, minutes, seconds } from '#kernel/clock.ts'
import { markStopped, upsertNode } from './store.ts'

/** Stores a sign of life of this process every few seconds, with what operators watch of it. */
export interface Heartbeat extends Pick<Ticker, 'start'> {
  /** Stores a sign of life now. Throws when the database is not responding. */
  beat(): Promise<void>
  /** Stops, and records that the process ended in order. */
  stop(): Promise<void>
}

interface HeartbeatOptions {
  readonly db: Db
  readonly clock: Clock & { offsetMs?(): number; measure?(): Promise<void> }
  readonly log: Log
  readonly id: string
  readonly version: string
  readonly roles: readonly string[]
  readonly dataDir: string
}

/** Reads the disk of a folder, which may be made only when the first file is stored. */
async function readDisk(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return readDisk(dirname(folder))
  }
}

const beatEveryMs = 5_000
/** A smaller distance to the clock of the database may be the time that the statement took. */
const noticedMs = seconds(2)
/** Time for which the row still shows a loss of the database that is over, so that the watch sees it. */
const toldForMs = minutes(1)

export function createHeartbeat({ db, clock, log, id, version, roles, dataDir }: HeartbeatOptions): Heartbeat {
  const startedAt = clock.now()
  let lostAt: Date | null = null
  let foundAt: Date | null = null

  const beat = async (): Promise<void> => {
    const { bavail, blocks, bsize } = await readDisk(dataDir)
    const at = clock.now()
    try {
      const seenAt = await upsertNode(db, {
        id,
        version,
        roles: [...roles],
        host: hostname(),
        startedAt,
        seenAt: at,
        databaseLostAt: lostAt,
        clockOffsetMs: clock.offsetMs?.() ?? 0,
        diskFreeBytes: bavail * bsize,
        diskTotalBytes: blocks * bsize,
        memoryBytes: process.memoryUsage.rss(),
      })
      // The clock of the database was set. What this process writes by the former one would wait for the difference.
      if (Math.abs(seenAt.getTime() - clock.now().getTime()) > noticedMs) await clock.measure?.()
      if (lostAt) foundAt ??= at
      if (foundAt && foundAt <= before(at, toldForMs)) lostAt = foundAt = null
    } catch (error) {
      lostAt ??= at
      foundAt = null
      throw error
    }
  }
  const ticker = createTicker(beatEveryMs, beat, (error) =>
    log.warn({ event: 'node.beat_failed', err: error }, 'Heartbeat could not be stored'),
  )
  return {
    beat,
    start: ticker.start,
    async stop() {
      await ticker.stop()
      await markStopped(db, id).catch((error: unknown) =>
        log.warn({ event: 'node.stop_failed', err: error }, 'The end of this process could not be stored'),
      )
    },
  }
}
