import { grown } from '../../../core/figures/growth.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, Poll, Status } from '../state/records.ts'

/** Returns a name that is the same in every run, unlike the ID, which depends on the time. */
const nameOf = ({ account, number }: Status): string => `${account.name}/${number}`

export const favouritesOf = (instance: Instance, status: Status): number =>
  status.visibility === 'direct'
    ? 0
    : status.favouritedBy.size +
      grown(instance, `favourites/${nameOf(status)}`, {
        sinceMs: status.createdAt.getTime(),
        max: 90,
        halfHours: 6,
      })

export const reblogsOf = (instance: Instance, status: Status): number =>
  status.visibility === 'direct' || status.visibility === 'private'
    ? 0
    : grown(instance, `reblogs/${nameOf(status)}`, { sinceMs: status.createdAt.getTime(), max: 25, halfHours: 9 })

export const followersOf = (instance: Instance, account: Account): number =>
  40 +
  grown(instance, `followers/${account.name}`, { sinceMs: account.createdAt.getTime(), max: 9_000, halfHours: 20_000 })

export const votesOf = (instance: Instance, { options, startedAt, expiresAt }: Poll): readonly number[] => {
  const lateMs = Math.max(0, instance.world.clock.ms() - expiresAt.getTime())
  // Votes after the end do not count. Moving the start by the time since then stops the growth at the end.
  const sinceMs = startedAt.getTime() + lateMs
  return options.map((option) => grown(instance, `votes/${option}`, { sinceMs, max: 40, halfHours: 1 }))
}
