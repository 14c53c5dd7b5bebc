import { type Claimed, createLaneWork, type Wakeable } from '#infra/claim/index.ts'
import { createDbGate } from '#infra/db/db-gate.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { batched } from '#kernel/batches/batched.ts'
import { after, isAhead, seconds } from '#kernel/clock.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type Network, networkEntries } from '#rules/network-names.ts'
import { isVisible } from './decide/work.ts'
import type { EngineDeps } from './deps.ts'
import { createLedger } from './quota/ledger.ts'
import type { EngineContext } from './run/context.ts'
import { runLane } from './run/lane.ts'
import { releaseHeld } from './run/release-held.ts'
import { endExpired } from './run/sweep.ts'
import { type AskedLane, createLaneClaim, findNextOfLanes, parkLane, readParkedScopes } from './store/lanes.ts'
import { notePresence } from './store/presence.ts'
import { outageMs, stepDefaults, visibleDeadlineMaxMs } from './timing.ts'
import { words } from './words.ts'
import { createBatchedWriter } from './write/writer.ts'
import type { WriteContext } from './write-context.ts'

/**
 * The engine moves publications through the steps of their networks. It claims accounts, not publications. It saves the
 * result of each step under the fencing token before anything else happens. After a lost response it determines the
 * outcome instead of repeating the call. All of its state is in rows: a process that dies loses only its turn.
 */
export interface Engine extends Wakeable {
  start(): void
  /** Stops claiming. Running steps may finish. The other lanes are released immediately. */
  stop(): Promise<void>
  /** Runs one round to completion and returns the number of publications processed. For tests and manual use. */
  tick(): Promise<number>
  /** Releases all lanes of a predecessor that is known to be dead, and returns their number. */
  releaseAllOf(holder: string): Promise<number>
  /**
   * The claim, for the watch that reports due rows that no process claims. While a network is parked or has no free
   * place, `overdue` returns null, since work is left on purpose.
   */
  readonly watched: EngineContext['claim']
}

const sweepEveryMs = 30_000
const faultRestMs = 30_000
const ownFault = { why: words.ownFault, code: 'internal_fault' } as const

export function createEngine(deps: EngineDeps): Engine {
  requireShortCalls(deps)
  const claim = createLaneClaim(deps.holder, deps.onlyIf)
  const dbGate = createDbGate(deps.databasePlaces ?? 7)
  const random = deps.random ?? Math.random
  const placesEach = deps.placesEach ?? 500
  const notePresence = createPresence({ deps, claim, dbGate })
  const crowded = new Set<string>()
  let resting = false

  const work = createLaneWork({
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    claim,
    dbGate,
    what: 'an account',
    groups: networkEntries(deps.connectors).map(([network]) => network),
    claimMore,
    async turn(lane, network) {
      await context.probe('claimed', null)
      return runLane(context, lane, network)
    },
    afterFault: (lane) =>
      dbGate.retryUntilUp(() =>
        parkLane(deps.db, lane.id, { until: after(deps.clock.now(), faultRestMs), ...ownFault }),
      ),
    beatEveryMs: deps.beatEveryMs,
    graceMs: deps.graceMs,
    beforeBeat: () => context.probe('before-beat', null),
    async whenStopping() {
      await context.probe('stopping', null)
      await sweep.stop()
    },
  })
  const context: EngineContext = {
    deps,
    claim,
    dbGate,
    lanes: work.lanes,
    reads: {
      nextOfLane: batched((lanes: readonly AskedLane[]) => findNextOfLanes(deps.db, lanes), dbGate.once),
      account: batched((ids: readonly AccountId[]) => deps.accounts.byIds(deps.db, ids), dbGate.retryUntilUp),
    },
    write: createBatchedWriter({ deps, claim, dbGate }),
    ledger: createLedger({ deps, claim, dbGate }),
    nodeParks: new Map(),
    isStopping: work.isStopping,
    isCrowded: (network) => crowded.has(network),
    random,
    probe: (point, publication) =>
      deps.probe?.(point, { publicationId: publication?.id ?? null, step: publication?.step ?? null }),
  }

  /** Claims lanes for each network, up to its own number of places. A parked network is not claimed. */
  async function* claimMore(busy: (network: Network) => number): AsyncGenerator<Claimed> {
    await notePresence()
    const now = deps.clock.now()
    const parked = await dbGate.once(() => readParkedScopes(deps.db))
    resting = parked.size > 0
    const room: Record<string, number> = {}
    for (const [network] of networkEntries(deps.connectors)) {
      const park = context.nodeParks.get(network)
      // A park that begins in the future was created before the clock was set back.
      const nodeRests = park !== undefined && park.since <= now && park.until > now
      const places = placesEach - busy(network)
      if (places > 0) crowded.delete(network)
      else crowded.add(network)
      if (nodeRests || parked.has(network) || places <= 0) resting = true
      else room[network] = places
    }
    const places = Object.values(room).reduce((sum, one) => sum + one, 0)
    if (places === 0) return
    const lanes = await dbGate.once(() => claim.claim(deps.db, { lanes: places, room }))
    for (const [network, claimed] of Map.groupBy(lanes, ({ group }) => group ?? '')) {
      yield { group: network, lanes: claimed }
    }
  }

  const sweep = createTicker(
    sweepEveryMs,
    async () => {
      await endExpired(context)
      if ((await releaseHeld(context)) > 0) work.kick()
    },
    (error) => deps.log.warn({ event: 'publishing.sweep_failed', err: error }, 'Sweep failed'),
  )

  return {
    start() {
      work.start()
      sweep.start()
    },
    stop: work.stop,
    async tick() {
      await endExpired(context)
      await releaseHeld(context)
      return work.tick()
    },
    firstDue: work.firstDue,
    kick: work.kick,
    releaseAllOf: (holder) => claim.releaseAllOf(deps.db, holder),
    watched: { ...claim, overdue: async (db, overdueMs) => (resting ? null : claim.overdue(db, overdueMs)) },
  }
}

/**
 * Throws if a visible step may take too long. A lease lives for 30 s and is renewed every few seconds, and no visible
 * call may outlive it.
 */
function requireShortCalls({ connectors }: EngineDeps): void {
  for (const [network, connector] of Object.entries(connectors)) {
    for (const [name, step] of Object.entries(connector.steps)) {
      if (isVisible(step) && (step.deadlineMs ?? stepDefaults.deadlineMs) > visibleDeadlineMaxMs) {
        throw new Error(
          `${network}: the step ${name} has visible effects, so its deadlineMs must be ${visibleDeadlineMaxMs} or less`,
        )
      }
    }
  }
}

/** The maximum delay with which the database learns that an engine is running. */
const noteEveryMs = seconds(10)

/**
 * Tells the database that an engine is running. The first note after a long silence ends an outage, so it must be
 * written before anything is claimed: only then is it known which posts were missed.
 */
function createPresence({ deps, dbGate }: WriteContext): () => Promise<void> {
  const { db, clock } = deps
  let next = new Date(0)
  return async () => {
    const now = clock.now()
    if (isAhead(next, now, noteEveryMs)) return
    const isNoted = await dbGate.once(() => notePresence(db, { outageMs, onlyIf: deps.onlyIf }))
    if (isNoted) next = after(now, noteEveryMs)
  }
}
