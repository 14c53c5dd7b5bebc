import { createBeat } from '#infra/beat.ts'
import type { LaneKey } from '#infra/claim/index.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { batched } from '#kernel/batched.ts'
import { after } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { createBegin } from './begin.ts'
import type { EngineDeps } from './deps.ts'
import { createIntend } from './intend.ts'
import { createHeldLanes, type HeldLane } from './lanes.ts'
import { isVisible, type Machine } from './machine.ts'
import { createLedger } from './quota/ledger.ts'
import { letGo } from './quota/let-go.ts'
import { runLane } from './run-lane.ts'
import { createSave } from './save.ts'
import { stepDefaults, visibleDeadlineMaxMs } from './state.ts'
import { createSteady } from './steady.ts'
import { claimOfLanes, nextOfLanes, parkLane, readParks } from './store/lanes.ts'
import { endExpired } from './sweep.ts'

/**
 * The engine moves publications through the steps of their networks. It claims accounts, not publications; saves what
 * each step brought under the fence before anything else happens; and after a lost answer finds out instead of repeating.
 * How it comes to an end is in the rows alone: a process that dies loses nothing but its turn.
 */
export interface Engine {
  start(): void
  /** Claims no more; steps that run may end, what is left goes back at once. */
  stop(): Promise<void>
  /** One round, and waits for all of it: how many publications were worked on. For tests and for hands. */
  tick(): Promise<number>
  /** There may be something to do. */
  kick(): void
  /** Hands back what a predecessor held that is known to be dead; how many lanes. */
  releaseAllOf(holder: string): Promise<number>
  /** The claim, for whoever watches that all that is due is taken; it is silent about what rests on purpose. */
  readonly watched: Machine['claim']
}

const busyPollMs = 100
const idlePollMs = 250
const sweepEveryMs = 30_000
const faultRestMs = 30_000

export function createEngine(deps: EngineDeps): Engine {
  demandShortCalls(deps)
  const claim = claimOfLanes(deps.holder)
  const steady = createSteady(deps.databasePlaces ?? 7)
  const lanes = createHeldLanes({ clock: deps.clock, beatAll: (given) => claim.beat(deps.db, given) })
  const random = deps.random ?? Math.random
  const placesEach = deps.placesEach ?? 500
  let stopping = false
  const machine: Machine = {
    deps,
    claim,
    steady,
    lanes,
    reads: {
      nextOfLane: batched((ids: readonly string[]) => nextOfLanes(deps.db, ids), steady.once),
      account: batched((ids: readonly AccountId[]) => deps.accounts.byIds(deps.db, ids), steady.until),
    },
    begin: createBegin({ deps, claim, steady }),
    intend: createIntend({ deps, claim, steady }),
    save: createSave({ deps, claim, steady }),
    ledger: createLedger({ deps, claim, steady }),
    nodeParks: new Map(),
    isStopping: () => stopping,
    random,
    probe: (point, publication) =>
      deps.probe?.(point, { publicationId: publication?.id ?? null, step: publication?.step ?? null }),
  }
  const handBack = batched(async (given: readonly LaneKey[]) => {
    await claim.release(deps.db, given)
    return new Map<LaneKey, never>()
  }, steady.until)
  const busy = new Map<string, number>()
  const running = new Set<Promise<number>>()
  let resting = false
  let wake: (() => void) | null = null
  let kicked = false

  const kick = (): void => {
    kicked = true
    wake?.()
  }

  async function turn(lane: HeldLane, network: string): Promise<number> {
    try {
      await machine.probe('claimed', null)
      const { worked, more } = await runLane(machine, lane)
      if (more) kicked = true
      return worked
    } catch (error) {
      const isAway = isDatabaseAway(error)
      deps.log[isAway ? 'warn' : 'error']({ err: error, lane: lane.id }, 'the work on an account was broken off')
      // A fault of ours would come again at once, and fill the log.
      if (!isAway) await restAfterFault(lane)
      return 0
    } finally {
      lanes.remove(lane)
      busy.set(network, (busy.get(network) ?? 1) - 1)
      await handBack(lane).catch((error: unknown) =>
        deps.log.warn({ err: error, lane: lane.id }, 'a lane could not be handed back'),
      )
      if (kicked) wake?.()
    }
  }

  const restAfterFault = (lane: HeldLane): Promise<void> =>
    steady
      .until(() => parkLane(deps.db, lane.id, after(deps.clock.now(), faultRestMs), 'our own fault'))
      .catch((error: unknown) => deps.log.warn({ err: error, lane: lane.id }, 'an account could not be parked'))

  /** Claims what there is room for and begins with it. */
  async function round(): Promise<Promise<number>[]> {
    const begun: Promise<number>[] = []
    const now = deps.clock.now()
    const parked = new Set((await steady.once(() => readParks(deps.db))).map((park) => park.scope))
    resting = parked.size > 0
    for (const network of Object.keys(deps.connectors)) {
      const nodeRests = (machine.nodeParks.get(network) ?? now) > now
      const places = placesEach - (busy.get(network) ?? 0)
      if (nodeRests || parked.has(network) || places <= 0) {
        resting = true
        continue
      }
      const claimed = await steady.once(() => claim.claim(deps.db, { lanes: places, room: { [network]: places } }))
      for (const lane of lanes.add(claimed)) {
        busy.set(network, (busy.get(network) ?? 0) + 1)
        const work = turn(lane, network)
        running.add(work)
        void work.finally(() => running.delete(work))
        begun.push(work)
      }
    }
    return begun
  }

  const beat = createBeat(
    deps.beatEveryMs ?? 5_000,
    async () => {
      await machine.probe('before-beat', null)
      await lanes.beat()
    },
    (error) => deps.log.warn({ err: error }, 'leases could not be prolonged'),
  )
  const sweep = createBeat(
    sweepEveryMs,
    async () => {
      await endExpired(machine)
      if ((await letGo(machine)) > 0) kick()
    },
    (error) => deps.log.warn({ err: error }, 'what is too late could not be ended, or what was held let go'),
  )

  let loop: Promise<void> | null = null
  async function poll(): Promise<void> {
    for (let waitMs = busyPollMs; !stopping; ) {
      kicked = false
      const claimed = await round().then(
        (begun) => begun.length,
        (error: unknown) => {
          deps.log.warn({ err: error }, 'nothing could be claimed')
          return 0
        },
      )
      waitMs = claimed > 0 ? busyPollMs : Math.min(waitMs + 50, idlePollMs)
      if (stopping || kicked) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = null
    }
  }

  return {
    start() {
      if (loop) return
      loop = poll()
      beat.start()
      sweep.start()
    },
    async stop() {
      stopping = true
      await machine.probe('stopping', null)
      wake?.()
      await sweep.stop()
      await loop
      await endWithin(deps.graceMs ?? 30_000, [...running], () => {
        steady.giveUp()
        lanes.abortAll()
      })
      await beat.stop()
    },
    async tick() {
      await endExpired(machine)
      await letGo(machine)
      const worked = await Promise.all(await round())
      return worked.reduce((sum, one) => sum + one, 0)
    },
    kick,
    releaseAllOf: (holder) => claim.releaseAllOf(deps.db, holder),
    watched: { ...claim, overdue: async (db, overdueMs) => (resting ? null : claim.overdue(db, overdueMs)) },
  }
}

/** Waits for what runs; after the grace its calls are broken off, and what hangs even then is left to an heir. */
async function endWithin(graceMs: number, running: readonly Promise<number>[], breakOff: () => void): Promise<void> {
  const ended = Promise.allSettled(running)
  if (await isWithin(graceMs, ended)) return
  breakOff()
  await isWithin(breakOffMs, ended)
}

const breakOffMs = 5_000

async function isWithin(ms: number, ended: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const result = await Promise.race([ended.then(() => true as const), over])
  clearTimeout(timer)
  return result
}

/** A lease is prolonged every few seconds and lives for thirty: a call that must not outlive it has to be short. */
function demandShortCalls({ connectors }: EngineDeps): void {
  for (const [network, connector] of Object.entries(connectors)) {
    for (const [name, step] of Object.entries(connector.steps)) {
      if (isVisible(step) && (step.deadlineMs ?? stepDefaults.deadlineMs) > visibleDeadlineMaxMs) {
        throw new Error(
          `${network}: the step ${name} can be seen, so its deadlineMs must be ${visibleDeadlineMaxMs} or less`,
        )
      }
    }
  }
}
