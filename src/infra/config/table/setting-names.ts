import { countEdits } from '#kernel/text/nearest.ts'
import { networks, platformIdOf } from '#rules/network-names.ts'
import type { Environment } from '../environment.ts'

/** A setting given under its old name, from before settings used the networks' real names. */
export interface RenamedSetting {
  readonly from: string
  readonly to: string
}

/**
 * Reads settings such as NET_D_CLIENT_ID under their current names. Version 0.2 is the last to accept the old names. If
 * a setting is given under both names, the current one takes precedence.
 */
export function readFormerNames(given: Environment): {
  readonly environment: Environment
  readonly renamed: readonly RenamedSetting[]
} {
  const renamed = Object.keys(given).flatMap((from) => {
    const to = presentName(from)
    return to === null ? [] : [{ from, to }]
  })
  if (renamed.length === 0) return { environment: given, renamed }
  const former = new Set(renamed.map(({ from }) => from))
  const kept = Object.entries(given).filter(([name]) => !former.has(name))
  const moved = renamed.map(({ from, to }) => [to, given[to]?.trim() ? given[to] : given[from]])
  return { environment: Object.fromEntries([...kept, ...moved]), renamed }
}

function presentName(name: string): string | null {
  const network = networks.find((one) => name.startsWith(`${prefixOf(platformIdOf(one))}_`))
  if (network === undefined || platformIdOf(network) === network) return null
  return prefixOf(network) + name.slice(prefixOf(platformIdOf(network)).length)
}

const prefixOf = (id: string): string => id.toUpperCase().replace('-', '_')

/** Names in the environment that are not settings but look like misspelled ones. */
interface StrangeNames {
  /**
   * Names that differ from a setting by one letter or only by underscores. They are errors, because the setting would
   * be ignored.
   */
  readonly misspelt: readonly { readonly given: string; readonly meant: string }[]
  /** Names that begin like our settings. They are warnings, because another program may use them. */
  readonly unknown: readonly string[]
}

const ownPrefixes = [
  ...networks.filter((name) => name.length > 1).map((name) => name.toUpperCase()),
  'SANDBOX',
  'S3',
  'OIDC',
  'WEBHOOK',
  'SECRET_KEY',
]
/** Settings of this length or shorter are one letter away from too many other words. */
const tooShort = 6

export function findStrangeNames(settings: readonly string[], given: readonly string[]): StrangeNames {
  const others = given.filter((name) => !settings.includes(name))
  const found = others.map((name) => ({ given: name, meant: findMeant(settings, name) }))
  return {
    misspelt: found.flatMap(({ given, meant }) => (meant === null ? [] : [{ given, meant }])),
    unknown: found.flatMap(({ given, meant }) => (meant === null && beginsLikeOurs(given) ? [given] : [])),
  }
}

const beginsLikeOurs = (name: string): boolean => ownPrefixes.some((prefix) => name.startsWith(`${prefix}_`))

const squash = (name: string): string => name.replaceAll('_', '').toUpperCase()

/** The first letter must match: `X_CLIENT_ID` and another program's `G_CLIENT_ID` are different names. */
function findMeant(settings: readonly string[], given: string): string | null {
  const word = squash(given)
  const isNear = (name: string) =>
    name.length > tooShort &&
    name[0] === word[0] &&
    Math.abs(name.length - given.length) < 4 &&
    countEdits(squash(name), word) <= 1
  return settings.find(isNear) ?? null
}
