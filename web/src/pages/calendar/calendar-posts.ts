import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { readPlatform } from '#rules/network-names.ts'
import { api } from '#web/app/api.ts'
import { postQuery, queryClient } from '#web/app/queries.ts'
import { dayKey } from '#web/lib/day.ts'
import { groupBy } from '#web/lib/group-by.ts'
import { passes, toApiFilter } from '#web/posts/filters/match-filter.ts'
import type { PageFilter } from '#web/posts/filters/read-filter.ts'
import { readLabelsFirst } from '#web/posts/labels/labels-query.ts'
import { type BriefPost, type Post, plannedTimeOf } from '#web/posts/post-time.ts'
import type { NetworkName } from '#web/ui/marks/networks.ts'
import { type CalendarPost, laterOfPost, laterOfSummary, splitByTime } from './calendar-post.ts'
import type { CalendarSearch, StateFilter } from './calendar-search.ts'

import { holidaysQuery } from './holidays/use-holidays.ts'
import { notesQuery } from './notes/notes-query.ts'
import { boundsOf, listDays, today } from './span.ts'

/** A future run of a recurring rule, with its template's text and accounts. */
export interface PlannedRun {
  readonly ruleId: string
  readonly at: string
  readonly name: string
  readonly targets: readonly { readonly accountId: string | null; readonly network: NetworkName }[]
  readonly tags: readonly string[]
  readonly authorUid: string | null
}

/** The posts and runs of a day. */
export interface DayPlan {
  readonly posts: readonly CalendarPost[]
  readonly runs: readonly PlannedRun[]
}

const noPlan: DayPlan = { posts: [], runs: [] }

/** Fetches all summaries at once: without a limit, the service returns the whole span, however many posts it has. */
async function readAll(
  profileId: string,
  input: Parameters<typeof api.listPostSummaries>[0],
): Promise<readonly CalendarPost[]> {
  const { posts } = await api.listPostSummaries({ profileId, ...input })
  return toCalendarPosts(profileId, posts)
}

/** Converts summaries into posts of the calendar. */
export const toCalendarPosts = (
  profileId: string,
  posts: Result<'listPostSummaries'>['posts'],
): readonly CalendarPost[] =>
  posts.map(({ id, status, content, scheduledAt, publishedAt, thumbnailUrl, mediaCount, ...more }) => ({
    ...{ id, profileId, status, content, scheduledAt, publishedAt, thumbnailUrl, mediaCount, deletedAt: null },
    ...{ needsApproval: more.needsApproval, approvalStep: more.approvalStep },
    later: laterOfSummary(more),
    targets: Object.keys(more.statusByPlatform).flatMap((key) => {
      const network = readPlatform(key.split(':', 1)[0] ?? '')
      return network ? { network } : []
    }),
  }))

/**
 * Fetches scheduled and published posts in a span of days. A post that was published immediately has no scheduled time.
 */
async function readPosts(
  profileId: string,
  filter: PageFilter,
  [from, to]: readonly [string, string],
): Promise<readonly CalendarPost[]> {
  const shared = toApiFilter(filter)
  const [planned, sent] = await Promise.all([
    readAll(profileId, { sort: 'scheduledAt', from, to, ...shared }),
    readAll(profileId, { publishedFrom: from, publishedTo: to, ...shared }),
  ])
  const byId = new Map([...planned, ...sent].map((post) => [post.id, post]))
  return [...byId.values()]
}

async function readRuns(profileId: string, from: string, to: string): Promise<readonly PlannedRun[]> {
  const runs = await api.listRecurringOccurrences({ profileId, from, to })
  const templates = [...new Set(runs.map(({ postId }) => postId))]
  const posts = await Promise.all(templates.map((id) => queryClient.fetchQuery(postQuery(id)).catch(() => null)))
  const byId = new Map(posts.flatMap((post) => (post ? [[post.id, post]] : [])))
  return runs.map(({ ruleId, postId, name, runsAt }) => {
    const template = byId.get(postId)
    return {
      ...{ ruleId, at: runsAt, name: template?.content || name || '' },
      targets: template?.targets ?? [],
      tags: template?.tags ?? [],
      authorUid: template?.authorUid ?? null,
    }
  })
}

const spanKey = (profileId: string, days: readonly Date[]) => [
  profileId,
  'calendar',
  days[0] ? days[0].toISOString() : '',
  days.length,
]

interface Span {
  readonly profileId: string
  readonly filter: PageFilter
  readonly bounds: readonly [string, string]
}

/** Updates a post in the posts of a span of days. Null if it is gone. */
function putInSpan(
  posts: readonly CalendarPost[],
  id: string,
  post: Post | null,
  { profileId, filter, bounds: [from, to] }: Span,
): readonly CalendarPost[] {
  const others = posts.filter((other) => other.id !== id)
  if (post === null || post.deletedAt !== null || post.profileId !== profileId) return others
  if (!passes(post, filter)) return others
  const later = laterOfPost(post)
  const times = [post.scheduledAt, post.publishedAt, ...later.map(({ at }) => at)]
  const isWithin = times.some((at) => at !== null && at >= from && at < to)
  const thumbnailUrl = posts.find((other) => other.id === id)?.thumbnailUrl ?? null
  return isWithin ? [...others, { ...post, thumbnailUrl, mediaCount: post.media.length, later }] : others
}

export const calendarQuery = (profileId: string, days: readonly Date[], filter: PageFilter) =>
  queryOptions({
    queryKey: ['posts', ...spanKey(profileId, days), toApiFilter(filter)],
    queryFn: () => readPosts(profileId, filter, boundsOf(days)),
    meta: {
      putPost: (posts, id, post) =>
        putInSpan(posts as readonly CalendarPost[], id, post, { profileId, filter, bounds: boundsOf(days) }),
    },
  })

export const runsQuery = (profileId: string, days: readonly Date[]) =>
  queryOptions({
    queryKey: ['recurring', ...spanKey(profileId, days)],
    queryFn: () => readRuns(profileId, ...boundsOf(days)),
  })

/** Starts fetching a calendar view before its page has loaded, and waits only for its filters, notes and holidays. */
export function readAhead(
  profileId: string,
  { view = 'month', date = today(), state: _, free: __, saved: ___, ...filter }: CalendarSearch,
): Promise<unknown> {
  const days = listDays(view, date)
  const first = [
    readLabelsFirst(profileId),
    queryClient.ensureQueryData(notesQuery(profileId, days)),
    queryClient.ensureQueryData(holidaysQuery(profileId, days)),
  ]
  void queryClient.prefetchQuery(calendarQuery(profileId, days, filter))
  void queryClient.prefetchQuery(runsQuery(profileId, days))
  return Promise.all(first)
}

/** The time of a post in the calendar. Every post there has one. */
export const calendarTimeOf = (post: BriefPost): string => plannedTimeOf(post) ?? new Date(0).toISOString()

/** The states of a post that each filter covers. */
const stateFilters: Readonly<Record<StateFilter, readonly BriefPost['status'][]>> = {
  draft: ['draft'],
  scheduled: ['scheduled', 'queued', 'publishing'],
  published: ['published'],
  failed: ['partial', 'failed', 'unknown'],
}

/** Returns the posts in a state. All of them without a filter. */
export function inState(posts: readonly CalendarPost[], state: StateFilter | undefined): readonly CalendarPost[] {
  if (state === undefined) return posts
  const covered = stateFilters[state]
  return posts.filter(({ status }) => covered.includes(status))
}

/** Returns the runs that would pass the filters of the page. A run becomes a scheduled post. */
export const filterRuns = (
  runs: readonly PlannedRun[],
  filter: PageFilter,
  state: StateFilter | undefined,
): readonly PlannedRun[] =>
  state === undefined || state === 'scheduled' ? runs.filter((run) => passes(run, filter)) : []

/** Identifies a post among those of a day, which may have it twice. */
export const keyOf = ({ id, isLater, scheduledAt }: BriefPost): string => (isLater ? `${id} ${scheduledAt}` : id)

/** Groups posts and runs by day, each day sorted by time. */
export function planByDay(posts: readonly CalendarPost[], runs: readonly PlannedRun[]): (day: Date) => DayPlan {
  const timed = posts.flatMap(splitByTime).map((post) => ({ post, at: Date.parse(calendarTimeOf(post)) }))
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

/** Returns true if a day has the same posts and runs, in the same order. */
export const isSamePlan = (one: DayPlan, other: DayPlan): boolean =>
  hasSame(one.posts, other.posts) && hasSame(one.runs, other.runs)

const hasSame = <Item>(some: readonly Item[], others: readonly Item[]): boolean =>
  some.length === others.length && some.every((one, nth) => one === others[nth])

/** A post or a future run, at its time. */
type TimedThing =
  | { readonly at: string; readonly post: CalendarPost; readonly run: null }
  | { readonly at: string; readonly post: null; readonly run: PlannedRun }

/** Sorts the posts and runs of a day by time. */
export const inOrder = ({ posts, runs }: DayPlan): readonly TimedThing[] =>
  [
    ...posts.map((post) => ({ at: calendarTimeOf(post), post, run: null })),
    ...runs.map((run) => ({ at: run.at, post: null, run })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
