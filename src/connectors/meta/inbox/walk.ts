import { z } from 'zod'
import { CallFailed } from '#connectors/connector.ts'
import type { Said, SaidPage } from '#connectors/contract/inbox.ts'
import { days, hours, minutes, seconds } from '#kernel/clock.ts'
import { graphErrorOf } from '../graph-error.ts'

/**
 * Reads the comments under an account's recent posts. Meta's networks list them for each post, and often rank them, so
 * every list is read to its end. A long list continues after one page of each of the others.
 */

/** The calls of one network. */
interface Posts {
  /** Lists the account's posts, newest first. */
  listPosts(
    after: string | undefined,
  ): Promise<{ readonly posts: readonly ListedPost[]; readonly after: string | null }>
  readComments(list: List): Promise<CommentPage>
}

interface ListedPost {
  readonly id: string
  readonly at: number
  /** The number of comments. Null if the network does not state it. */
  readonly count: number | null
  /** The link of its comments, for networks that do not state links of comments. */
  readonly url?: string | null
}

interface List {
  readonly post: string
  /** The comment whose replies are listed. Omitted for the comments of the post itself. */
  readonly under?: string | undefined
  readonly after?: string | undefined
  /** The time from which comments are needed, for networks that can bound the list. */
  readonly since: number
  readonly url: string | null
}

interface CommentPage {
  readonly items: readonly Said[]
  /** The cursor of the next page. Null after the last one. */
  readonly after: string | null
  /** Other lists to read, of replies that the page does not contain. */
  readonly lists?: readonly Pick<List, 'under' | 'after'>[]
}

const id = z.string().max(200)
const postShape = z.object({
  id,
  at: z.number(),
  count: z.number().nullable(),
  url: z.string().max(4_096).nullable(),
  /** The begin of the last reading, and of the last one that went back to the beginning. */
  readAt: z.number().nullable(),
  fullAt: z.number().nullable(),
  /** The number of calls of the last reading. */
  calls: z.number(),
  reading: z
    .object({ at: z.number(), since: z.number(), isFull: z.boolean(), count: z.number().nullable(), calls: z.number() })
    .optional(),
})
const listShape = z.object({ post: id, under: id.optional(), after: z.string().max(2_000).optional() })
const placeShape = z.object({ listedAt: z.number(), posts: z.array(postShape), lists: z.array(listShape) })
type Place = z.output<typeof placeShape>
type Post = z.output<typeof postShape>

/** Older posts are no longer read, and of younger ones only the newest. */
const oldestMs = days(90)
const postsMax = 100
const postPagesMax = 2
/** The maximum number of lists that wait. Those beyond it are read with the next reading of their post. */
const listsMax = 500
/** A page ends after this many calls or items. */
const callsMax = 6
const itemsMax = 200
/** While lists are left, the posts are listed again after this time. */
const listAgainMs = minutes(5)
/**
 * A reading goes back further than the previous one began, because a comment can appear late. Once a day it goes back to
 * the beginning, for comments that were held or hidden at first.
 */
const slackMs = hours(1)
const fullMs = days(1)
/** A post whose comments take many calls is read less often. */
const msPerCall = seconds(10)

/** The time between readings of a post, by its age. */
const paces = [
  { youngerThanMs: days(1), everyMs: 0 },
  { youngerThanMs: days(3), everyMs: minutes(15) },
  { youngerThanMs: days(7), everyMs: hours(1) },
  { youngerThanMs: oldestMs, everyMs: hours(6) },
]

interface Start {
  readonly from: unknown
  readonly since: Date
  readonly now: Date
}

/** Reads one page. An item may come twice. */
export async function readPosts(posts: Posts, { from, since, now }: Start): Promise<SaidPage> {
  const nowMs = now.getTime()
  const known = from === null ? { listedAt: 0, posts: [], lists: [] } : placeShape.parse(from)
  const isDue = known.lists.length === 0 || nowMs - known.listedAt >= listAgainMs
  let place = isDue ? planReadings(known, await listRecent(posts, nowMs), { sinceMs: since.getTime(), nowMs }) : known
  const items: Said[] = []
  let refusal: unknown
  let isAllowed = false
  for (let calls = 0; calls < callsMax && items.length < itemsMax; calls += 1) {
    const [list, ...rest] = place.lists
    const { reading, url = null } = place.posts.find((one) => one.id === list?.post) ?? {}
    if (!list || !reading) break
    reading.calls += 1
    try {
      const page = await posts.readComments({ ...list, since: reading.since, url })
      items.push(...page.items)
      isAllowed = true
      const onward = page.after === null ? [] : [{ ...list, after: page.after }]
      const below = (page.lists ?? []).map((one) => ({ ...one, post: list.post }))
      place = settle({ ...place, lists: [...rest, ...onward, ...below].slice(0, listsMax) }, list.post)
    } catch (error) {
      if (isGraphError(error, isUnreadable)) {
        // A cursor becomes invalid if its comment is deleted. Without a cursor, the post or comment is gone.
        const { after, ...beginning } = list
        place = settle({ ...place, lists: after === undefined ? rest : [...rest, beginning] }, list.post)
      } else if (isGraphError(error, isForbidden)) {
        refusal = error
        place = settle({ ...place, lists: rest.filter(({ post }) => post !== list.post) }, list.post, { isFull: false })
      } else throw error
    }
  }
  // The comments of one post may be off limits. If all are, reading itself is.
  if (refusal !== undefined && !isAllowed) throw refusal
  return { items, next: JSON.parse(JSON.stringify(place)), more: place.lists.length > 0 }
}

async function listRecent(posts: Posts, nowMs: number): Promise<readonly ListedPost[]> {
  const found: ListedPost[] = []
  let after: string | null | undefined
  for (let pages = 0; pages < postPagesMax && after !== null; pages += 1) {
    const page = await posts.listPosts(after)
    found.push(...page.posts.filter(({ at }) => at >= nowMs - oldestMs))
    after = page.posts.some(({ at }) => at < nowMs - oldestMs) ? null : page.after
  }
  return found.slice(0, postsMax)
}

/** Pure: adds the lists of posts that are due. Posts that are no longer listed are deleted or too old. */
function planReadings(
  { posts, lists }: Place,
  listed: readonly ListedPost[],
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Place {
  const known = new Map(posts.map((one) => [one.id, one]))
  const open = new Set(lists.map(({ post }) => post))
  const next = listed.map(({ id: postId, at, count, url = null }): Post => {
    const post = known.get(postId) ?? { id: postId, at, url, count: null, readAt: null, fullAt: null, calls: 0 }
    if (open.has(postId) || !isPostDue(post, count, nowMs)) return post
    const isFull = post.readAt === null || post.fullAt === null || nowMs - post.fullAt >= fullMs
    const from = isFull ? sinceMs : Math.max((post.readAt ?? 0) - slackMs, sinceMs)
    return { ...post, reading: { at: nowMs, since: from, isFull, count, calls: 0 } }
  })
  const begun = next.filter((one) => one.reading && !open.has(one.id)).map((one) => ({ post: one.id }))
  const isListed = new Set(listed.map((one) => one.id))
  return { listedAt: nowMs, posts: next, lists: [...lists.filter(({ post }) => isListed.has(post)), ...begun] }
}

function isPostDue({ at, readAt, count: knownCount, calls }: Post, count: number | null, nowMs: number): boolean {
  if (readAt === null) return true
  const sinceMs = nowMs - readAt
  if (sinceMs < calls * msPerCall) return false
  const pace = paces.find(({ youngerThanMs }) => nowMs - at < youngerThanMs)
  return count !== knownCount || (pace !== undefined && sinceMs >= pace.everyMs)
}

/** Pure: ends the reading of a post if none of its lists is left. */
function settle(place: Place, postId: string, { isFull = true } = {}): Place {
  if (place.lists.some(({ post }) => post === postId)) return place
  const posts = place.posts.map((one): Post => {
    const { reading, ...post } = one
    if (one.id !== postId || !reading) return one
    const fullAt = isFull ? (reading.isFull ? reading.at : post.fullAt) : null
    return { ...post, readAt: reading.at, fullAt, count: reading.count, calls: reading.calls }
  })
  return { ...place, posts }
}

const isUnreadable = (code: number): boolean => code === 100 || code === 24
const isForbidden = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code < 300)

/** True for an error of the Graph API with such numbers. */
export function isGraphError(error: unknown, is: (code: number, subcode: number | null) => boolean): boolean {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered') return false
  const { code, subcode } = graphErrorOf(error.failure) ?? { code: null, subcode: null }
  return code !== null && is(code, subcode)
}
