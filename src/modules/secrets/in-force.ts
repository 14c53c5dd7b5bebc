import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'
import { createLiveConfig, withStored } from '#infra/config/live-config.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { settingName } from '#infra/config/table/network-settings.ts'
import { type Db, inTx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { type Seal, SealBroken } from '#infra/seal/seal.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { seconds } from '#kernel/clock.ts'
import { selectModes } from './mode-store.ts'
import { secretBinding } from './sealed-column.ts'
import { findGeneration, type SealedSecret, selectValues } from './store.ts'

/** The settings of this process with the stored secrets in effect, kept up to date while it runs. */
export interface SecretsInForce {
  /** Returns the current settings on each read. */
  readonly config: Config
  /** Loads the secrets if another node or a restart has activated others. Returns true if it did. */
  refresh(): Promise<boolean>
  /** Runs after each load except the first. */
  onChange(listener: () => Promise<void>): void
  start(): void
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly seal: Seal
  readonly log: Log
  /** The settings from the environment only. */
  readonly config: Config
}

/** Well within the 5 seconds that the documentation promises. */
const lookEveryMs = seconds(4)

/** Loads the secrets in effect and returns the settings with them. */
export async function createSecretsInForce(deps: Deps): Promise<SecretsInForce> {
  const live = createLiveConfig(deps.config)
  const listeners: (() => Promise<void>)[] = []
  let loaded = -1

  const load = async (): Promise<boolean> => {
    const { generation, stored } = await inTx(deps.db, async (tx) => ({
      generation: await findGeneration(tx),
      stored: await readStored({ ...deps, db: tx }, 'inForce'),
    }))
    if (generation === loaded) return false
    loaded = generation
    live.put(merge(deps, stored))
    return true
  }
  await load()

  const refresh = async (): Promise<boolean> => {
    if ((await findGeneration(deps.db)) === loaded || !(await load())) return false
    deps.log.info({ event: 'secrets.loaded', generation: loaded }, 'Stored secrets were loaded')
    for (const listener of listeners) await listener()
    return true
  }
  const look = createTicker(
    lookEveryMs,
    async () => void (await refresh()),
    (error) => deps.log.warn({ event: 'secrets.load_failed', err: error }, 'Stored secrets could not be loaded'),
  )
  return {
    config: live.view,
    refresh,
    onChange: (listener) => void listeners.push(listener),
    start: () => look.start(),
    stop: () => look.stop(),
  }
}

/** Reads the settings that are stored in the database instead of the environment: secrets and network modes. */
export async function readStored(
  deps: Pick<Deps, 'db' | 'seal' | 'log'>,
  which: 'wanted' | 'inForce',
): Promise<Environment> {
  const values = openValues(deps, await selectValues(deps.db, which))
  const modes = await selectModes(deps.db)
  return { ...values, ...Object.fromEntries(modes.map(({ network, mode }) => [settingName(network, 'MODE'), mode])) }
}

/**
 * Opens sealed values. If one cannot be opened, the environment's value applies, so that a process can always start.
 */
export function openValues({ seal, log }: Pick<Deps, 'seal' | 'log'>, values: readonly SealedSecret[]): Environment {
  const opened: Record<string, string> = {}
  for (const { name, version, sealedValue } of values) {
    try {
      opened[name] = seal.open(sealedValue, secretBinding(name, version)).toString('utf8')
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log.error({ event: 'secrets.not_opened', name, version }, 'Stored secret could not be opened and is not used')
    }
  }
  return opened
}

/**
 * The environment may have changed since the secrets took effect. If the two contradict, only the environment applies.
 */
function merge({ config, log }: Deps, stored: Environment): Config {
  try {
    return withStored(config, stored)
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    log.error(
      { event: 'secrets.contradict_environment', faults: error.faults },
      'The stored secrets contradict the environment and are not used',
    )
    return config
  }
}
