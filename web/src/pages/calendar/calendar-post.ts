import type { components, Result } from '@posthorn/sdk'
import type { Network } from '#rules/network-names.ts'
import { readPlatform } from '#rules/network-names.ts'
import type { BriefPost, Post } from '#web/posts/post-time.ts'

/** An account that publishes a post later than the post begins. */
interface LaterTime {
  readonly network: Network
  readonly at: string
  readonly status: components['schemas']['PostTarget']['status']
}

/** A post with its first image. */
export interface CalendarPost extends BriefPost {
  readonly thumbnailUrl: string | null
  readonly mediaCount: number
  /** The accounts that publish it later. */
  readonly later: readonly LaterTime[]
}

type Summary = Pick<Result<'listPostSummaries'>['posts'][number], 'laterByPlatform' | 'statusByPlatform'>

export const laterOfSummary = ({ laterByPlatform, statusByPlatform }: Summary): readonly LaterTime[] =>
  Object.entries(laterByPlatform).flatMap(([key, at]) => {
    const network = readPlatform(key.split(':', 1)[0] ?? '')
    return network ? { network, at, status: statusByPlatform[key] ?? 'pending' } : []
  })

export const laterOfPost = ({ targets }: Post): readonly LaterTime[] =>
  targets.flatMap(({ network, scheduledAt, status, overrides }) =>
    overrides.delaySeconds && scheduledAt ? { network, at: scheduledAt, status } : [],
  )

/** Splits a post into one for each of its times, so that the calendar shows it at each of them. */
export function splitByTime(post: CalendarPost): readonly CalendarPost[] {
  const { later, targets } = post
  if (later.length === 0) return [post]
  const follow = later.map(({ network }) => network)
  // A network with two accounts, of which one follows, stays at both times.
  const first = targets.filter(({ network }) => {
    const at = follow.indexOf(network)
    if (at >= 0) follow.splice(at, 1)
    return at < 0
  })
  const times = [...new Set(later.map(({ at }) => at))]
  return [
    ...(first.length > 0 ? [{ ...post, targets: first }] : []),
    ...times.map((at) => {
      const there = later.filter((one) => one.at === at)
      return { ...post, ...stateOf(post, there, at), targets: there.map(({ network }) => ({ network })), isLater: true }
    }),
  ]
}

/** Returns the state of the accounts of one time, in the terms of a post. */
function stateOf(
  { status }: CalendarPost,
  there: readonly LaterTime[],
  at: string,
): Pick<CalendarPost, 'status' | 'scheduledAt' | 'publishedAt'> {
  const states = there.map((one) => one.status)
  const scheduled = { scheduledAt: at, publishedAt: null }
  if (status === 'draft') return { ...scheduled, status }
  if (states.every((one) => one === 'published')) return { status: 'published', scheduledAt: at, publishedAt: at }
  if (states.some((one) => one === 'failed' || one === 'unknown')) return { ...scheduled, status: 'failed' }
  if (states.every((one) => one === 'pending' || one === 'queued')) return { ...scheduled, status: 'scheduled' }
  return { ...scheduled, status: 'publishing' }
}
