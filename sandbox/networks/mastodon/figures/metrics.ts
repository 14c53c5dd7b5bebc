import type { Instance } from '../state/platform.ts'
import type { Account, Poll, Status } from '../state/records.ts'

/**
 * Returns a count that only grows, fast at first, towards its own end value. The same age gives the same count in every
 * run.
 */
function grown(
  instance: Instance,
  name: string,
  since: Date,
  { max, halfMs }: { max: number; halfMs: number },
): number {
  const ageMs = Math.max(0, instance.world.clock.ms() - since.getTime())
  return Math.floor(max * instance.world.random.fixed(`mastodon/${name}`) * (1 - 2 ** (-ageMs / halfMs)))
}

const hourMs = 3_600_000

/** A name that is the same in every run, unlike the id, which comes from the time. */
const nameOf = ({ account, number }: Status): string => `${account.name}/${number}`

export const favouritesOf = (instance: Instance, status: Status): number =>
  status.visibility === 'direct'
    ? 0
    : grown(instance, `favourites/${nameOf(status)}`, status.createdAt, { max: 90, halfMs: 6 * hourMs })

export const reblogsOf = (instance: Instance, status: Status): number =>
  status.visibility === 'direct' || status.visibility === 'private'
    ? 0
    : grown(instance, `reblogs/${nameOf(status)}`, status.createdAt, { max: 25, halfMs: 9 * hourMs })

export const followersOf = (instance: Instance, account: Account): number =>
  40 + grown(instance, `followers/${account.name}`, account.createdAt, { max: 9_000, halfMs: 20_000 * hourMs })

export const votesOf = (instance: Instance, { options, startedAt, expiresAt }: Poll): readonly number[] => {
  const lateMs = Math.max(0, instance.world.clock.ms() - expiresAt.getTime())
  // Votes after the end do not count. Moving the start by the time since then stops the growth at the end.
  const since = new Date(startedAt.getTime() + lateMs)
  return options.map((option) => grown(instance, `votes/${option}`, since, { max: 40, halfMs: hourMs }))
}
