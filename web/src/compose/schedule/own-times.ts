import { delayMaxSeconds } from '#rules/delay.ts'
import { type Draft, withOwn } from '../draft/draft.ts'

type Timed = Pick<Draft, 'at' | 'accountIds' | 'own'>

/** Returns how many seconds after the post an account publishes it. */
export const delayOf = ({ own }: Pick<Draft, 'own'>, accountId: string): number => own[accountId]?.delaySeconds ?? 0

/** Counts the accounts that publish the post later than it begins. */
export const countLater = (draft: Timed): number => draft.accountIds.filter((id) => delayOf(draft, id) > 0).length

/** Returns the draft with other delays. A delay of zero is left out. */
export function withDelays<Post extends Timed>(draft: Post, delays: ReadonlyMap<string, number>): Post {
  let { own } = draft
  for (const [id, seconds] of delays) own = withOwn(own, id, { delaySeconds: seconds > 0 ? seconds : undefined })
  return { ...draft, own }
}

/** Publishes the post on one account after another, this far apart. Zero publishes it on all of them together. */
export const spread = <Post extends Timed>(draft: Post, seconds: number): Post =>
  withDelays(draft, new Map(draft.accountIds.map((id, nth) => [id, nth * seconds])))

/**
 * Gives an account of a scheduled post its own time. The post begins with its first account, and the others keep their
 * times. Returns null if the accounts would then be more than a week apart.
 */
export function withOwnTime<Post extends Timed>(draft: Post, accountId: string, time: string): Post | null {
  const { at, accountIds } = draft
  if (at === null) return null
  const times = new Map(
    accountIds.map((id) => [id, id === accountId ? Date.parse(time) : Date.parse(at) + delayOf(draft, id) * 1_000]),
  )
  const start = Math.min(...times.values())
  const delays = new Map([...times].map(([id, one]) => [id, Math.round((one - start) / 1_000)]))
  if (Math.max(...delays.values()) > delayMaxSeconds) return null
  return { ...withDelays(draft, delays), at: new Date(start).toISOString() }
}
