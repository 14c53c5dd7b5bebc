import { createHash } from 'node:crypto'
import type { UserId } from '#kernel/ids.ts'

/**
 * A variant of a flag. The state of a flag for one user is a pure function of its settings and the user. A user's place
 * for a percentage is a hash of flag and user. So it is the same on every node and at every time, a user who has a flag
 * at 10 % keeps it at 20 %, and the users who get one flag early are not the same as those who get the next one early.
 */
interface FlagVariant {
  readonly name: string
  /** The share in percent of the users for whom the flag is on. */
  readonly weight: number
}

/** A rule matches a user who meets all of its conditions. An absent condition matches every user. */
export interface FlagRule {
  readonly users?: UserId[] | undefined
  readonly plans?: string[] | undefined
  readonly percentage?: number | undefined
  /** The variant for matching users; chosen by weight when absent. */
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

/** The user to evaluate the flag for; null when there is no user. */
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
  // Another hash than for the percentage: otherwise the first ten percent would all get the first variant.
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
