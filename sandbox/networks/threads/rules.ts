import { days, hours } from '../../core/clock.ts'
import type { Settings } from '../../core/network.ts'

/** The network's limits, its lifetimes and its unconfirmed behavior. All of them can be changed. */
export type Rules = typeof usualRules

export const usualRules = {
  /**
   * The callbacks that the app has registered. When empty, any https address is accepted, and http on a loopback
   * address.
   */
  callbacks: [] as readonly string[],
  codeMs: hours(1),
  shortTokenMs: hours(1),
  longTokenMs: 5_183_944_000,
  /** A token that is younger is not renewed. */
  refreshAfterMs: days(1),
  permissionMs: days(90),
  /** Early on tokens of private accounts were not renewed. */
  refreshesPrivate: true,
  /** False: an app that was not reviewed, which only its testers can let in. */
  reviewed: true,
  /** The `#_` that follows the code in the callback is part of its value. */
  codeEndsInSign: false,
  /** 10 or 200: both are told of a scope that was not granted. */
  permissionCode: 10,
  /** 100 or 24: what is told of a thing that is not there, where it is only read. */
  missingCode: 100,
  /** Below which code it is told that somebody may not publish. */
  restrictedCode: 10,
  spamCode: 4,

  maxText: 500,
  /** An emoji counts as many as it has bytes. */
  countsEmojiBytes: true,
  maxLinks: 5,
  maxAlt: 1_000,
  maxAttachedText: 10_000,
  minItems: 2,
  maxItems: 20,
  maxImageBytes: 8_000_000,
  maxVideoBytes: 1_000_000_000,
  maxVideoMs: 300_000,
  maxVideoWidth: 1_920,
  /** In bits a second. The real number once was 100,000,000. */
  maxBitRate: 25_000_000,
  /** A film whose index comes last is refused. */
  indexFirst: false,
  /** Optional parameters of a JSON body are passed over in silence. */
  jsonDropsOptional: true,
  /** A picture that cannot be had is told at once; false: its container fails later. */
  fetchesImagesAtOnce: true,

  /** From the making of a container until it can be published. */
  textProcessingMs: 0,
  imageProcessingMs: 0,
  videoProcessingMs: 1_500,
  carouselProcessingMs: 0,
  containerMs: days(1),
  /** So long a container and a post are not found by what wants to publish or to answer them. */
  propagationMs: 0,
  /** What is published is in lists so much later. */
  listingLagMs: 0,
  /** To publish a second time gives the first post; false: it is refused. */
  republishes: false,
  /** Followers can be asked for together with a time, which then counts for nothing. */
  ignoresRangeOfFollowers: true,

  /** The limits of a day are told in any case; they are held when this is on, since a bench is faster than they allow. */
  quotas: false,
  postsPerDay: 250,
  repliesPerDay: 1_000,
  deletesPerDay: 100,
  searchesPerDay: 500,
  /** Calls of the app for one person in a day; 0: no end. The real one has 4,800 for each impression, and 48,000 at least. */
  callsPerDay: 0,
  pageSizeMax: 100,
}

const choices: Readonly<Partial<Record<keyof Rules, readonly number[]>>> = {
  permissionCode: [10, 200],
  missingCode: [24, 100],
}

export function settingsOf(rules: Rules): Settings {
  return {
    read: () => ({ ...rules }),
    change(patch) {
      for (const [name, value] of Object.entries(patch)) {
        const wrong = wrongWith(name as keyof Rules, value)
        if (wrong !== null) return `"${name}" must be ${wrong}.`
      }
      Object.assign(rules, patch)
      return null
    },
  }
}

function wrongWith(name: keyof Rules, value: unknown): string | null {
  const usual: Rules[keyof Rules] = usualRules[name]
  if (Array.isArray(usual))
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'a list of texts'
  if (typeof value !== typeof usual) return `a ${typeof usual}`
  if (typeof value !== 'number') return null
  const choice = choices[name]
  if (choice) return choice.includes(value) ? null : choice.join(' or ')
  return Number.isSafeInteger(value) && value >= 0 ? null : 'a whole number that is not below 0'
}
