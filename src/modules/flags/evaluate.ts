import { createHash } from 'node:crypto'
import type { UserId } from '#kernel/ids.ts'

/**
 * A variant of a flag. A flag's state for a user is a pure function of its settings and the user. For percentages, the
 * user's position is a hash of flag and user. It is therefore the same on every node and at any time, a user who has a
 * flag at 10 % keeps it at 20 %, and different flags reach different users early.
 */
interface FlagVariant {
  readonly name: string
  /** The share in percent of the users for whom the flag is on. */
  readonly weight: number
}

/** A rule matches a user who meets all of its conditions. An omitted condition matches every user. */
export interface FlagRule {
  readonly users?: UserId[] | undefined
  readonly plans?: string[] | undefined
  readonly percentage?: number | undefined
  /** The variant for matching users; chosen by weight if omitted. */
  readonly variant?: string | undefined
}

export interface FlagSettings {
  readonly enabled: boolean
  /** The variants, whose weights add up to 100. */
  readonly variants: FlagVariant[]
  /**
   * The rules. The first one that matches a user turns the flag on for them; without rules, the flag is on for every
   * user.
   */
  readonly rules: FlagRule[]
}

/** The user to evaluate the flag for; null if there is none. */
export type FlagSubject = { readonly uid: UserId; readonly plan: string } | null

export interface FlagState {
  readonly enabled: boolean
  readonly variant: string
}

export const offVariant = 'off'
const off: FlagState = { enabled: false, variant: offVariant }

export function evaluate(key: string, settings: FlagSettings, subject: FlagSubject): FlagState {
  if (!settings.enabled) return off
  const on = (variant: string | undefined): FlagState => ({
    enabled: true,
    variant: variant ?? variantFor(key, settings.variants, subject),
  })
  if (settings.rules.length === 0) return on(undefined)
  const rule = settings.rules.find((one) => holds(key, one, subject))
  return rule ? on(rule.variant) : off
}

function holds(key: string, rule: FlagRule, subject: FlagSubject): boolean {
  const { users, plans, percentage = 100 } = rule
  // Without a user, only a rule without conditions matches.
  if (!subject) return !users && !plans && percentage === 100
  if (users && !users.includes(subject.uid)) return false
  if (plans && !plans.includes(subject.plan)) return false
  return rolloutBucket(key, subject.uid) < percentage
}

function variantFor(key: string, variants: readonly FlagVariant[], subject: FlagSubject): string {
  // Uses a different hash than the percentage: otherwise the first ten percent would all get the first variant.
  let place = subject ? rolloutBucket(`${key}:variant`, subject.uid) : 0
  for (const { name, weight } of variants) {
    if (place < weight) return name
    place -= weight
  }
  return offVariant
}

/** Returns a number from 0 to below 100. */
function rolloutBucket(key: string, uid: UserId): number {
  const hash = createHash('sha256').update(`${key}:${uid}`).digest()
  return (hash.readUInt32BE(0) / 2 ** 32) * 100
}
