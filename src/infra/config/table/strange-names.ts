import { countEdits } from '#kernel/text/nearest.ts'
import { networks } from '#rules/network-names.ts'

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

/** The first letter must be right: `X_CLIENT_ID` and another program's `G_CLIENT_ID` are not the same word. */
function findMeant(settings: readonly string[], given: string): string | null {
  const word = squash(given)
  const isNear = (name: string) =>
    name.length > tooShort &&
    name[0] === word[0] &&
    Math.abs(name.length - given.length) < 4 &&
    countEdits(squash(name), word) <= 1
  return settings.find(isNear) ?? null
}
