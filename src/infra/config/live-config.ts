import { isDeepStrictEqual } from 'node:util'
import type { Config } from './config.ts'
import type { Environment } from './environment.ts'
import { movedTo } from './networks.ts'
import { slackMovedTo } from './slack.ts'
import { telegramMovedTo } from './telegram.ts'

/** The settings in force: a view that shows what was put in last, so that a node takes new secrets while it runs. */
interface LiveConfig {
  /** Read its fields at each use. A copy of it does not follow. */
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
 * Returns the settings with stored values in place of the environment's. Only what storable settings decide is taken
 * over, so that the sandbox stays at the port that it got. Throws a SettingsFault.
 */
export function withStored(config: Config, stored: Environment): Config {
  const { networks, slack, telegram, smtpUrl, s3, ai } = config.readWith(stored)
  const { sandbox } = config
  const moved = sandbox && {
    networks: movedTo(sandbox.url, networks),
    slack: slackMovedTo(sandbox.url, slack),
    telegram: telegramMovedTo(sandbox.url, telegram),
  }
  return { ...config, networks, slack, telegram, ...moved, smtpUrl, s3, ai }
}

/** Returns what `make` makes of a part of the settings. It is made again when that part has changed. */
export function followSettings<Part, Made>(read: () => Part, make: (part: Part) => Made): () => Made {
  let latest: { readonly part: Part; readonly made: Made } | null = null
  return () => {
    const part = read()
    if (!latest || !isDeepStrictEqual(latest.part, part)) latest = { part, made: make(part) }
    return latest.made
  }
}
