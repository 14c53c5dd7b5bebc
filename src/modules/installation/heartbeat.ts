import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker, type Ticker } from '#infra/time/ticker.ts'
import { before, type Clock, hours, minutes, seconds } from '#kernel/clock.ts'
import { listNodesWithStopped, markStopped, type Node, upsertNode } from './node-store.ts'

/** Stores a heartbeat of this process every few seconds, with the values that operators monitor. */
export interface Heartbeat extends Pick<Ticker, 'start'> {
  /** Stores a heartbeat now. Throws if the database is not responding. */
  beat(): Promise<void>
  /** Stops, and records that the process ended normally. */
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

/** Reads the disk of a folder, which may not exist until the first file is stored. */
async function readDisk(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return readDisk(dirname(folder))
  }
}

const beatEveryMs = 5_000
/** A smaller difference from the database's clock may be the duration of the statement. */
const noticedMs = seconds(2)
/** Period in which the row still shows a past database outage, so that monitoring notices it. */
const shownForMs = minutes(1)

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
      // The database's clock was set. Rows that this process writes with the old time would wait for the difference.
      if (Math.abs(seenAt.getTime() - clock.now().getTime()) > noticedMs) await clock.measure?.()
      if (lostAt) foundAt ??= at
      if (foundAt && foundAt <= before(at, shownForMs)) lostAt = foundAt = null
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

/** A process that has been silent for longer counts as dead. */
const silentAfterMs = seconds(30)
/** A process that has been silent for this long is deleted. */
const seenForMs = hours(1)

/** The processes on one host with the same roles, which replace each other. */
export interface Place {
  readonly host: string
  readonly roles: string
  /** The processes with recent heartbeats. A dead one reveals nothing about a disk, a clock or the database. */
  readonly living: readonly Node[]
  /** The dead processes that no other one has replaced. */
  readonly missing: readonly Node[]
}

/** Lists the hosts and roles of the processes of the last hour. */
export async function listPlaces(db: Db, now: Date): Promise<readonly Place[]> {
  const nodes = await listNodesWithStopped(db, before(now, seenForMs))
  const byPlace = Map.groupBy(nodes, ({ host, roles }) => `${host} ${roles.join('+')}`)
  return [...byPlace.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const isSilent = ({ seenAt, stoppedAt }: Node): boolean => stoppedAt === null && seenAt < before(now, silentAfterMs)
    const missing = leftWithoutSuccessor(all, all.filter(isSilent))
    const living = all.filter((node) => node.stoppedAt === null && !isSilent(node))
    return { host: first.host, roles: first.roles.join('+'), living, missing }
  })
}

/**
 * Returns the dead processes that no other one has replaced. A successor started after the last heartbeat of the
 * process that it replaces, and replaces only that one. A successor that stopped normally also counts.
 */
function leftWithoutSuccessor(all: readonly Node[], dead: readonly Node[]): readonly Node[] {
  const free = all.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  return dead
    .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime())
    .filter(({ seenAt }) => {
      const at = free.findIndex(({ startedAt }) => startedAt > seenAt)
      if (at >= 0) free.splice(at, 1)
      return at < 0
    })
}
