import { isDeepStrictEqual } from 'node:util'
import { slackMovedTo, telegramMovedTo } from './chats.ts'
import type { Config } from './config.ts'
import type { Environment } from './environment.ts'
import { movedTo } from './networks.ts'

/** The current settings: a view of the latest values, so that a node uses new secrets while it runs. */
interface LiveConfig {
  /** Read its fields at each use. A copy is not updated. */
  readonly view: Config
  put(config: Config): void
}

export function createLiveConfig(first: Config): LiveConfig {
  let current = first
  const fields = Object.keys(first) as (keyof Config)[]
  const getters = fields.map((name) => [name, { enumerable: true, get: () => current[name] }] as const)
  return {
    view: Object.defineProperties({}, Object.fromEntries(getters)) as Config,
    put(config) {
      current = config
    },
  }
}

/**
 * Returns the settings with stored values in place of the environment's. Only what storable settings determine is
 * replaced, so the sandbox keeps its port. Throws a SettingsFault.
 */
export function withStored(config: Config, stored: Environment): Config {
  const { networks, slack, telegram, smtpUrl, s3, ai, stock } = config.readWith(stored)
  const { sandbox } = config
  const moved = sandbox && {
    networks: movedTo(sandbox.url, networks),
    slack: slackMovedTo(sandbox.url, slack),
    telegram: telegramMovedTo(sandbox.url, telegram),
  }
  return { ...config, networks, slack, telegram, ...moved, smtpUrl, s3, ai, stock }
}

/** Returns the result of `make` for a part of the settings, recomputed when that part changes. */
export function followSettings<Part, Made>(read: () => Part, make: (part: Part) => Made): () => Made {
  let latest: { readonly part: Part; readonly made: Made } | null = null
  return () => {
    const part = read()
    if (!latest || !isDeepStrictEqual(latest.part, part)) latest = { part, made: make(part) }
    return latest.made
  }
}
