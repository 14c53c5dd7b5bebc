import { days, minutes } from '../../core/clock.ts'
import type { Settings } from '../../core/network.ts'

/** What the network allows, how long things last, and what nobody could confirm: all of it may be set otherwise. */
export type Rules = typeof usualRules

const mebibyte = 1024 * 1024

export const usualRules = {
  /** The callbacks that the app has registered. None: any https address, and http on this machine. */
  callbacks: [] as readonly string[],
  /** What the app has been given: `openid`, `share`, `community`. One for pages has, at first, that one alone. */
  products: ['community'] as readonly string[],
  /** A scope of a product that the app does not have is left out of the answer, rather than refused. */
  omitsScopes: false,
  /** Only partners are given refresh tokens. */
  partner: false,
  codeMs: minutes(30),
  accessTokenMs: days(60),
  /** From the consent on: no refreshing makes it longer. */
  refreshTokenMs: days(365),
  scopeSeparator: ',',
  /** What a code or refresh token that is not good is answered with: `invalid_request` or `invalid_grant`. */
  refusedGrant: 'invalid_request',
  /** There is an address at which a token can be given back. */
  revokes: true,

  /** Not by the clock: the sandbox shall work for longer than a version does. */
  oldestVersion: '202512',
  newestVersion: '202609',
  /** A call without `X-Restli-Protocol-Version: 2.0.0` is refused; else it is taken for one of protocol 1. */
  demandsProtocol: true,
  /** How the weaker role that may post is written: `CONTENT_ADMINISTRATOR` or `CONTENT_ADMIN`. */
  contentRole: 'CONTENT_ADMINISTRATOR',
  /** By which name a role tells of its organization: `organization` or `organizationTarget`. */
  targetField: 'organization',

  maxText: 3_000,
  /** The length of a text is that of what is seen, or of what is sent with its backslashes. */
  countsEscapes: false,
  countsUtf16: true,
  /** Hashtags come back as templates, however they were written. */
  hashtagsAsTemplates: false,
  /** Within this time the same post again is refused with the name of the first one. */
  duplicateMs: minutes(10),
  duplicateStatus: 422,
  /** What makes two posts the same: `content` (text and all that hangs on it) or `text`. */
  duplicateBy: 'content',
  /** How late a post is in the lists. */
  listingLagMs: 0,
  /** For so long after a post its comments are not there yet. */
  activityLagMs: 0,
  /** A post takes a file that is still being processed, and is gone again should that fail. */
  acceptsProcessing: false,
  maxComment: 1_250,

  maxImageBytes: 5 * mebibyte,
  maxImagePixels: 36_152_320,
  maxFrames: 250,
  minVideoBytes: 75_000,
  maxVideoBytes: 500 * mebibyte,
  minVideoMs: 3_000,
  maxVideoMs: minutes(30),
  partBytes: 4_194_304,
  /** The token of an upload is empty. */
  emptyUploadToken: false,
  maxDocumentBytes: 100 * mebibyte,
  maxDocumentPages: 300,
  uploadUrlMs: days(1),
  videoUrlMs: days(30),
  imageProcessingMs: 0,
  videoProcessingMs: 1_500,
  documentProcessingMs: 1_000,

  /** Off at first, since a bench is faster than the real limits allow. Each is for a day of UTC and one kind of call. */
  rateLimits: false,
  memberDayLimit: 150,
  appDayLimit: 100_000,
  /** `development`: 500 calls of the app and 100 of each member, whatever they call. */
  tier: 'standard',
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

const words: Readonly<Record<string, readonly unknown[]>> = {
  refusedGrant: ['invalid_request', 'invalid_grant'],
  contentRole: ['CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN'],
  targetField: ['organization', 'organizationTarget'],
  duplicateBy: ['content', 'text'],
  duplicateStatus: [422, 400],
  scopeSeparator: [',', ' '],
  tier: ['standard', 'development'],
}

const products = ['openid', 'share', 'community']

function wrongWith(name: string, value: unknown): string | null {
  if (name === 'callbacks') return isTexts(value) ? null : 'a list of addresses'
  if (name === 'products')
    return isTexts(value) && value.every((one) => products.includes(one)) ? null : `some of ${products.join(', ')}`
  const of = words[name]
  if (of) return of.includes(value) ? null : `one of ${of.map((one) => JSON.stringify(one)).join(', ')}`
  if (name === 'oldestVersion' || name === 'newestVersion')
    return typeof value === 'string' && /^\d{6}$/.test(value) ? null : 'a year and a month such as 202609'
  const usual = name in usualRules ? usualRules[name as keyof Rules] : undefined
  if (usual === undefined) return `one of ${Object.keys(usualRules).join(', ')}`
  if (typeof value !== typeof usual) return `a ${typeof usual}`
  const isCount = typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0)
  return isCount ? null : 'a whole number that is not below 0'
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
