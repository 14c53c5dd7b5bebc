import type { Limits } from '#rules/limits.ts'
import { countFor, fittingLength, type LimitsByNetwork } from '../check/limits.ts'
import { type Checked, planOf } from '../check/use-check.ts'
import type { Account, Draft } from '../draft/draft.ts'
import { partsFor } from '../draft/parts.ts'

/** The length limit of a text on a network. */
export interface Room {
  readonly account: Account
  /** Negative if the text is too long. */
  readonly left: number
  readonly max: number
  /** Returns the length that fits, in UTF-16 units. Null if everything fits. */
  readonly findFit: () => number | null
}

/** Returns an account's text of a part. Part 0 is the first. */
export const textOf = (draft: Draft, accountId: string, part: number): string =>
  partsFor(draft, accountId)[part]?.content ?? ''

/** The limit by the network's rules alone, until the service reports what else is sent. */
function guessRoom(account: Account, length: number, { text: [rule] }: Limits): Room | null {
  return rule ? { account, left: rule.max - length, max: rule.max, findFit: () => null } : null
}

/**
 * Measures a part for an account. The service's count is authoritative, since it knows what else is sent. Until its
 * next response, text typed since then is counted here by the same rules.
 */
function measure(
  draft: Draft,
  account: Account,
  part: number,
  { check, about }: Checked,
  limits: LimitsByNetwork,
): Room | null {
  const plan = planOf(check, account.id)
  const planned = part === 0 ? plan : plan?.thread[part - 1]
  const rules = limits.get(account.network)
  if (!rules) return null
  const text = textOf(draft, account.id, part)
  const length = countFor(text, rules)
  if (!planned || !about) return guessRoom(account, length, rules)
  const extra = planned.length - countFor(textOf(about, account.id, part), rules)
  const left = planned.maxLength - length - extra
  const findFit = () => (left < 0 ? fittingLength(text, planned.maxLength - extra, rules) : null)
  return { account, left, max: planned.maxLength, findFit }
}

/** Measures a part for several accounts, the shortest remaining length first. */
export const measureAll = (
  draft: Draft,
  accounts: readonly Account[],
  part: number,
  checked: Checked,
  limits: LimitsByNetwork,
): readonly Room[] =>
  accounts
    .flatMap((account) => measure(draft, account, part, checked, limits) ?? [])
    .sort((a, b) => a.left / a.max - b.left / b.max)
