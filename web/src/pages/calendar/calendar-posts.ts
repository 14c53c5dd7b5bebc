import type { components } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { readPlatform } from '#rules/network-names.ts'
import { api } from '#web/app/api.ts'
import { postQuery, queryClient } from '#web/app/queries.ts'
import { dayKey } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { type BriefPost, type Post, plannedTimeOf } from '#web/posts/post-time.ts'
import type { CalendarSearch } from './calendar-search.ts'
import { boundsOf, listDays, today } from './span.ts'

/** A future run of a recurring rule, with its template's text. */
export interface PlannedRun {
  readonly ruleId: string
  readonly at: string
  readonly name: string
}

/** The posts and runs of a day. */
export interface DayPlan {
  readonly posts: readonly BriefPost[]
  readonly runs: readonly PlannedRun[]
}

const noPlan: DayPlan = { posts: [], runs: [] }

type Summary = components['schemas']['PostSummary']

/** Fetches all summaries at once: without a limit, the service returns the whole span, however many posts it has. */
async function readAll(profileId: string, input: Parameters<typeof api.listPosts>[0]): Promise<readonly BriefPost[]> {
  const { posts } = await api.listPosts({ profileId, view: 'summary', ...input })
  return (posts as unknown as readonly Summary[]).map(
    ({ id, status, content, scheduledAt, publishedAt, platforms }) => ({
      ...{ id, profileId, status, content, scheduledAt, publishedAt, deletedAt: null },
      targets: Object.keys(platforms).flatMap((key) => {
        const network = readPlatform(key.split(':', 1)[0] ?? '')
        return network ? { network } : []
      }),
    }),
  )
}

/**
 * Fetches scheduled and published posts in a span of days. A post that was published immediately has no scheduled time.
 */
async function readPosts(profileId: string, from: string, to: string): Promise<readonly BriefPost[]> {
  const [planned, sent] = await Promise.all([
    readAll(profileId, { sort: 'scheduledAt', from, to }),
    readAll(profileId, { publishedFrom: from, publishedTo: to }),
  ])
  const byId = new Map([...planned, ...sent].map((post) => [post.id, post]))
  return [...byId.values()]
}

async function readRuns(profileId: string, from: string, to: string): Promise<readonly PlannedRun[]> {
  const runs = await api.listRecurringOccurrences({ profileId, from, to })
  const templates = [...new Set(runs.map(({ postId }) => postId))]
  const posts = await Promise.all(templates.map((id) => queryClient.fetchQuery(postQuery(id)).catch(() => null)))
  const contents = new Map(posts.flatMap((post) => (post ? [[post.id, post.content]] : [])))
  return runs.map(({ ruleId, postId, name, runsAt }) => ({
    ruleId,
    at: runsAt,
    name: contents.get(postId) || name || '',
  }))
}

const spanKey = (profileId: string, days: readonly Date[]) => [
  profileId,
  'calendar',
  days[0] ? dayKey(days[0]) : '',
  days.length,
]

/** Updates a post in the posts of a span of days. Null if it is gone. */
function putInSpan(
  posts: readonly BriefPost[],
  id: string,
  post: Post | null,
  profileId: string,
  [from, to]: readonly [string, string],
): readonly BriefPost[] {
  const others = posts.filter((other) => other.id !== id)
  if (post === null || post.deletedAt !== null || post.profileId !== profileId) return others
  const isWithin = [post.scheduledAt, post.publishedAt].some((at) => at !== null && at >= from && at < to)
  return isWithin ? [...others, post] : others
}

export const calendarQuery = (profileId: string, days: readonly Date[]) =>
  queryOptions({
    queryKey: ['posts', ...spanKey(profileId, days)],
    queryFn: () => readPosts(profileId, ...boundsOf(days)),
    meta: {
      putPost: (posts, id, post) => putInSpan(posts as readonly BriefPost[], id, post, profileId, boundsOf(days)),
    },
  })

export const runsQuery = (profileId: string, days: readonly Date[]) =>
  queryOptions({
    queryKey: ['recurring', ...spanKey(profileId, days)],
    queryFn: () => readRuns(profileId, ...boundsOf(days)),
  })

/** Starts fetching a calendar view before its page has loaded. */
export async function readAhead(profileId: string, { view = 'month', date = today() }: CalendarSearch): Promise<void> {
  const days = listDays(view, date)
  await Promise.all([
    queryClient.prefetchQuery(calendarQuery(profileId, days)),
    queryClient.prefetchQuery(runsQuery(profileId, days)),
  ])
}

/** The time of a post in the calendar. Every post there has one. */
export const calendarTimeOf = (post: BriefPost): string => plannedTimeOf(post) ?? new Date(0).toISOString()

/** Groups posts and runs by local day, each day sorted by time. */
export function planByDay(posts: readonly BriefPost[], runs: readonly PlannedRun[]): (day: Date) => DayPlan {
  const timed = posts.map((post) => ({ post, at: Date.parse(calendarTimeOf(post)) }))
  timed.sort((one, other) => one.at - other.at)
  const postsOf = groupBy(timed, ({ at }) => dayKey(new Date(at)))
  const runsOf = groupBy(runs, ({ at }) => dayKey(new Date(at)))
  const plans = new Map(
    [...new Set([...postsOf.keys(), ...runsOf.keys()])].map((key) => [
      key,
      { posts: (postsOf.get(key) ?? []).map(({ post }) => post), runs: runsOf.get(key) ?? noPlan.runs },
    ]),
  )
  return (day) => plans.get(dayKey(day)) ?? noPlan
}

/** Sorts the posts and runs of a day by time. */
export const inOrder = ({ posts, runs }: DayPlan) =>
  [
    ...posts.map((post) => ({ at: calendarTimeOf(post), post, run: null })),
    ...runs.map((run) => ({ at: run.at, post: null, run })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
