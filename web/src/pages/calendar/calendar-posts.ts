import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { dayKey } from '#web/lib/day.ts'
import { type Post, timeOf } from '#web/posts/post-time.ts'

async function readAll(input: Parameters<typeof api.listPosts>[0]): Promise<readonly Post[]> {
  const found: Post[] = []
  for await (const post of api.each.listPosts({ limit: 100, ...input })) found.push(post)
  return found
}

/** Reads what goes out and what went out in a span of days. A post that was sent at once has no planned time. */
async function readSpan(profileId: string, from: Date, to: Date): Promise<readonly Post[]> {
  const [first, last] = [from.toISOString(), to.toISOString()]
  const [planned, sent] = await Promise.all([
    readAll({ profileId, sort: 'scheduledAt', from: first, to: last }),
    readAll({ profileId, publishedFrom: first, publishedTo: last }),
  ])
  const byId = new Map([...planned, ...sent].map((post) => [post.id, post]))
  return [...byId.values()].sort((one, other) => Date.parse(timeOf(one)) - Date.parse(timeOf(other)))
}

export const calendarQuery = (profileId: string, from: Date, to: Date) =>
  queryOptions({
    queryKey: ['posts', profileId, 'calendar', dayKey(from), dayKey(to)],
    queryFn: () => readSpan(profileId, from, to),
  })

/** Groups posts by the local day on which they stand in the calendar. */
export function groupByDay(posts: readonly Post[]): ReadonlyMap<string, readonly Post[]> {
  const days = new Map<string, Post[]>()
  for (const post of posts) {
    const key = dayKey(new Date(timeOf(post)))
    days.set(key, [...(days.get(key) ?? []), post])
  }
  return days
}
