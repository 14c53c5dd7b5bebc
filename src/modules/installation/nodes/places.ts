import type { Db } from '#infra/db/client.ts'
import { before, hours, seconds } from '#kernel/clock.ts'
import { listNodesWithStopped, type Node } from './store.ts'

/** A process that has been silent for longer is taken for dead. */
const silentAfterMs = seconds(30)
/** A process that has been silent for this long is forgotten. */
const seenForMs = hours(1)

/** The processes on one host with the same roles, which replace each other. */
export interface Place {
  readonly host: string
  readonly roles: string
  /** The processes that give signs of life. A dead one says nothing about a disk, a clock or the database. */
  readonly living: readonly Node[]
  /** The processes that died and that no other one has replaced. */
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
 * Returns the dead processes that none has replaced. A successor started after the last sign of life of the one that it
 * replaces, and replaces no other. One that stopped in order counts, too.
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
