import { randomUUID } from 'node:crypto'
import type { Connector } from '#connectors/connector.ts'
import type { ClaimOptions } from '#infra/claim/index.ts'
import { createGrantReader, httpFor, liveGrant, needsReconnect, readAccountsAtWork } from '#modules/accounts/index.ts'
import {
  createEngine,
  type Engine,
  linkOf,
  ownCapsOf,
  type Probe,
  sendableFrom,
  sendableOf,
} from '#modules/publishing/index.ts'
import { createReadings, type Readings } from '#modules/quota/index.ts'
import type { Network } from '#rules/network-names.ts'
import type { Deps } from './deps.ts'

/**
 * The holder's name for a process with an embedded database. The lock on the data folder proves that any previous
 * holder is dead, so its lanes are released at the start. With a shared database, each process has a random name.
 */
const ownHolder = 'embedded'

export const holderOf = ({ config }: Deps): string => (config.database === null ? ownHolder : randomUUID())

interface PublishingOptions {
  readonly probe?: Probe
  readonly onlyIf?: ClaimOptions['onlyIf']
}

/** Builds the engine with what it needs from the other modules. */
export function publishingOf(deps: Deps, { probe, onlyIf }: PublishingOptions = {}): Engine {
  const { engineDb: db, clock, log, connectors, guards } = deps
  const readGrant = createGrantReader(db)
  const known: Readonly<Partial<Record<Network, Connector>>> = Object.fromEntries(
    Object.entries(connectors).flatMap(([network, connector]) => (connector ? [[network, connector]] : [])),
  )
  const readings = createReadings({ db, clock, log })
  const engine = createEngine({
    db,
    clock,
    log,
    holder: holderOf(deps),
    ...(onlyIf ? { onlyIf } : {}),
    connectors: known,
    owner: guards.targetOwner,
    ownCaps: ownCapsOf(deps.config),
    accounts: {
      byIds: readAccountsAtWork,
      liveGrant: (accountId, options) => liveGrant({ ...deps, db, readGrant }, accountId, options),
      http: (account, options) => {
        const { network, mode } = account
        return readings.listen(httpFor(deps, { network, mode, ...options }), known[network], account)
      },
      needsReconnect: (accountId, loss, version) => needsReconnect(deps, accountId, loss, version),
    },
    media: (item, rule) => sendableOf({ ...deps, db }, item, rule),
    link: (item, rule) => linkOf({ ...deps, db }, item, rule),
    fit: (bytes, rule, ownerUid) => sendableFrom(deps, bytes, rule, ownerUid),
    ...(probe ? { probe } : {}),
  })
  return listening(engine, readings)
}

/** Records what networks report about their limits while the engine runs. */
const listening = (engine: Engine, readings: Readings): Engine => ({
  ...engine,
  start() {
    engine.start()
    readings.start()
  },
  async stop() {
    await engine.stop()
    await readings.stop()
  },
  async tick() {
    const worked = await engine.tick()
    await readings.flush()
    return worked
  },
})

/** Releases the lanes of a previous holder that is known to be dead. */
export const takeOverFromDead = async (
  deps: Deps,
  all: readonly { releaseAllOf(holder: string): Promise<number> }[],
): Promise<void> => {
  if (deps.config.database !== null) return
  for (const one of all) await one.releaseAllOf(ownHolder)
}
