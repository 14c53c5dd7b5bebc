import { days, minutes } from '../../core/clock.ts'
import type { Settings } from '../../core/network.ts'
import type { Environment } from './records.ts'

/** The network's limits, its lifetimes and its unconfirmed behavior. All of them can be changed. */
export type Rules = typeof usualRules

export const usualRules = {
  /** The callbacks that the app has registered. None: any address of the web. */
  callbacks: [] as readonly string[],
  /** `trial`: the app may do everything but make pins in production. */
  access: 'standard' as 'standard' | 'trial',
  /** Which of its two services this address is: `sandbox` has tokens of its own, no analytics and no video pins. */
  environment: 'production' as Environment,
  /** With which number the trial is told: 29, or 3 as others saw. */
  trialCode: 29,
  codeMs: minutes(10),
  accessTokenMs: days(30),
  refreshTokenMs: days(60),
  /** A renewal brings a new refresh token, and the old one is good for nothing more. */
  rotates: true,
  /** False: the app is of before September 2025, and is renewed without end only if it asks for it. */
  alwaysContinuous: true,
  /** The status for a code or a refresh token that is not good. */
  refusedGrant: 400,
  scopeSeparator: ' ',
  /** What a token that has ended is answered with: 1104, or 2 like any that is not good. */
  expiredCode: 1_104,

  maxImageBytes: 10_000_000,
  minImageWidth: 1,
  minImageHeight: 1,
  /** Whether a pin may have several pictures: a note says that this was withdrawn. */
  carousels: true,
  maxVideoBytes: 1_000_000_000,
  minVideoMs: 4_000,
  maxVideoMs: 900_000,
  /** How long a video is processed. */
  processingMs: 1_500,
  /** How long after it is made a board takes its first pin. */
  boardReadyMs: 0,
  /** Lists of pins begin with the newest. */
  newestFirst: true,
  /** How long after it is made a pin stands in lists. */
  listingLagMs: 0,
  /** A pin that is made is answered with 201; 200 stands in the description as well. */
  createdStatus: 201,
  /** Only a business is told the counts of its pins. */
  metricsForBusinessOnly: true,
  /** What the count of saves is called among a pin's own. */
  saveName: 'save',
  /** Parts of a link's host that are on the network's list of spam. */
  spamHosts: ['spam.example', 'bit.ly'] as readonly string[],

  /** Enforces rate limits. Off by default, because a bench is faster than the real limits allow. */
  rateLimits: false,
  /** For one person and one minute. */
  readLimit: 1_000,
  writeLimit: 100,
  analyticsLimit: 60,
}

const words: Readonly<Record<string, readonly unknown[]>> = {
  access: ['standard', 'trial'],
  environment: ['production', 'sandbox'],
  refusedGrant: [400, 401],
  createdStatus: [200, 201],
  trialCode: [29, 3],
}

export function settingsOf(rules: Rules): Settings {
  return {
    read: () => ({ ...rules }),
    change(patch) {
      for (const [name, value] of Object.entries(patch)) {
        const wrong = wrongWith(name, value)
        if (wrong !== null) return `"${name}" must be ${wrong}.`
      }
      Object.assign(rules, patch)
      return null
    },
  }
}

function wrongWith(name: string, value: unknown): string | null {
  const usual = name in usualRules ? usualRules[name as keyof Rules] : undefined
  if (usual === undefined) return `one of ${Object.keys(usualRules).join(', ')}`
  if (Array.isArray(usual))
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'a list of texts'
  const among = words[name]
  if (among) return among.includes(value) ? null : among.join(' or ')
  if (typeof value !== typeof usual) return `a ${typeof usual}`
  const isCount = typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0)
  return isCount ? null : 'a whole number that is not below 0'
}
