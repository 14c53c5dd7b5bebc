import type { Random } from '../kit/random.ts'

/**
 * The kinds of fault, each with the stage at which it occurs: before the call does anything, while it works, or after
 * it has taken effect, so that only the response is lost. The last stage is the one that a publisher must survive.
 */
export const faultKinds = {
  slow: 'first',
  error_before: 'before',
  reset: 'before',
  rate_limit: 'before',
  expired_token: 'before',
  revoked_token: 'before',
  reject: 'before',
  slow_processing: 'within',
  error_after: 'after',
  timeout_after: 'after',
  drop_after: 'after',
  truncate_after: 'after',
} as const

export type FaultKind = keyof typeof faultKinds
type Stage = (typeof faultKinds)[FaultKind]
type KindAt<S extends Stage> = { [K in FaultKind]: (typeof faultKinds)[K] extends S ? K : never }[FaultKind]

export interface FaultRule {
  readonly network: string
  readonly kind: FaultKind
  readonly account?: string
  readonly call?: string
  /** The number of calls that the rule affects. Without it, the rule applies until it is deleted. */
  readonly times?: number
  /** A number from 0 to 1. Without it, the rule always applies. */
  readonly probability?: number
  /** Used by `slow` and `slow_processing`. */
  readonly delayMs?: number
  /** Used by `rate_limit`. Without it, the network's response has no wait time. */
  readonly retryAfterMs?: number
}

interface Fault extends FaultRule {
  readonly id: number
  readonly struck: number
}

/** The call that rules are matched against. */
export interface Target {
  readonly network: string
  readonly account: string | null
  readonly call: string
  readonly token: 'access' | 'refresh' | null
  readonly writes: boolean
  readonly processes: boolean
}

export interface Strike<S extends Stage> extends FaultRule {
  readonly kind: KindAt<S>
}

export interface Faults {
  add(rule: FaultRule): Fault
  list(): readonly Fault[]
  remove(id?: number): number
  /** Returns the first rule of this stage that affects the call, and counts it. */
  take<S extends Stage>(stage: S, target: Target): Strike<S> | null
}

export function createFaults(random: Random): Faults {
  let next = 1
  const rules = new Map<number, FaultRule & { id: number; struck: number; luck: () => number }>()

  function strikes(rule: FaultRule, target: Target): boolean {
    if (rule.network !== target.network) return false
    if (rule.account !== undefined && rule.account !== target.account) return false
    if (rule.call !== undefined) return rule.call === target.call
    // A rule without a call's name applies wherever its kind makes sense.
    if (rule.kind === 'expired_token') return target.token === 'access'
    if (rule.kind === 'revoked_token') return target.token !== null
    if (rule.kind === 'reject') return target.writes
    if (rule.kind === 'slow_processing') return target.processes
    return true
  }

  return {
    add(rule) {
      const added = { ...rule, id: next, struck: 0, luck: random.stream(`fault/${next}`) }
      rules.set(next, added)
      next += 1
      return shown(added)
    },
    list: () => [...rules.values()].map(shown),
    remove(id) {
      const count = id === undefined ? rules.size : Number(rules.delete(id))
      if (id === undefined) rules.clear()
      return count
    },
    take(stage, target) {
      for (const rule of rules.values()) {
        if (!isAt(stage, rule) || !strikes(rule, target)) continue
        if (rule.probability !== undefined && rule.luck() >= rule.probability) continue
        rule.struck += 1
        if (rule.times !== undefined && rule.struck >= rule.times) rules.delete(rule.id)
        return rule
      }
      return null
    },
  }
}

const isAt = <S extends Stage, R extends FaultRule>(stage: S, rule: R): rule is R & Strike<S> =>
  faultKinds[rule.kind] === stage

function shown({ luck: _, ...fault }: Fault & { luck: () => number }): Fault {
  return { ...fault }
}
