import { createHash } from 'node:crypto'
import type { UserId } from '#kernel/ids.ts'

/**
 * What a flag is for one person: a pure function of its settings and of who asks. A person's place for a percentage
 * is a hash of flag and person, so it is the same on every node and at every time, whoever has a flag at 10 % keeps
 * it at 20 %, and those who get one flag early are not the same people who get the next one early.
 */
export interface FlagVariant {
  readonly name: string
  /** Its share of those for whom the flag is on, in percent. */
  readonly weight: number
}

/** Holds for who fits all that it names; what it does not name fits everybody. */
export interface FlagRule {
  readonly users?: UserId[] | undefined
  readonly plans?: string[] | undefined
  readonly percentage?: number | undefined
  /** Which variant they get; by the weights when absent. */
  readonly variant?: string | undefined
}

export interface FlagSettings {
  readonly enabled: boolean
  /** Their weights make 100. */
  readonly variants: FlagVariant[]
  /** The flag is on for whom one of them holds, the first that does; none at all: for everybody. */
  readonly rules: FlagRule[]
}

/** Who asks. Nobody is known: null. */
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
  // Nobody is on no list, and has no place among the hundred.
  if (!subject) return !users && !plans && percentage === 100
  if (users && !users.includes(subject.uid)) return false
  if (plans && !plans.includes(subject.plan)) return false
  return placeOf(key, subject.uid) < percentage
}

function variantFor(key: string, variants: readonly FlagVariant[], subject: FlagSubject): string {
  // Another hash than for the percentage: otherwise the first ten in a hundred would all get the first variant.
  let place = subject ? placeOf(`${key}:variant`, subject.uid) : 0
  for (const { name, weight } of variants) {
    if (place < weight) return name
    place -= weight
  }
  return offVariant
}

/** From 0 up to, and never at, 100. */
function placeOf(key: string, uid: UserId): number {
  const hash = createHash('sha256').update(`${key}:${uid}`).digest()
  return (hash.readUInt32BE(0) / 2 ** 32) * 100
}
