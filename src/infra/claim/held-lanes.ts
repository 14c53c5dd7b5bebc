import { after, type Clock } from '#kernel/clock.ts'
import type { Claim, Lane, LaneKey } from './contract.ts'
import { leaseMs } from './leases.ts'

/**
 * A lane that this process works on, with its lease by this process's clock and a signal that aborts when the lane is
 * lost.
 */
export interface HeldLane extends LaneKey {
  readonly signal: AbortSignal
  isLost(): boolean
  /** The end of the lease by our clock. The database's may be later, never earlier. */
  leaseUntil(): Date
}

export interface HeldLanes {
  add(lanes: readonly Lane[]): HeldLane[]
  remove(lane: HeldLane): void
  /** Renews all leases in one statement, and stops the work on lanes that are lost. */
  beat(only?: HeldLane): Promise<void>
  abortAll(): void
  readonly size: number
}

interface HeldLanesOptions {
  readonly clock: Clock
  beatAll(lanes: readonly LaneKey[]): ReturnType<Claim['beat']>
}

export function createHeldLanes({ clock, beatAll }: HeldLanesOptions): HeldLanes {
  const held = new Map<string, { lane: HeldLane; until: Date; stop: AbortController }>()
  return {
    add(lanes) {
      return lanes.map(({ id, fence, leaseUntil }) => {
        const stop = new AbortController()
        const entry = {
          until: leaseUntil,
          stop,
          lane: {
            id,
            fence,
            signal: stop.signal,
            isLost: () => stop.signal.aborted,
            leaseUntil: () => entry.until,
          },
        }
        // A lane that is claimed again must have been lost. Its previous work was not notified, because no heartbeat
        // noticed the loss.
        held.get(id)?.stop.abort()
        held.set(id, entry)
        return entry.lane
      })
    },
    remove(lane) {
      if (held.get(lane.id)?.lane === lane) held.delete(lane.id)
    },
    async beat(only) {
      const lanes = only ? [only] : [...held.values()].map((entry) => entry.lane)
      if (lanes.length === 0) return
      // Taken before the statement runs, so the lease in the database does not end before this.
      const until = after(clock.now(), leaseMs)
      const { kept } = await beatAll(lanes)
      for (const lane of lanes) {
        const entry = held.get(lane.id)
        if (entry?.lane !== lane) continue
        if (kept.has(lane.id)) entry.until = until
        else entry.stop.abort()
      }
    },
    abortAll() {
      for (const entry of held.values()) entry.stop.abort()
    },
    get size() {
      return held.size
    },
  }
}
