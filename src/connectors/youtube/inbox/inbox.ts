import { z } from 'zod'
import { CallFailed, type ReadCall } from '#connectors/connector.ts'
import type { Inbox, Said, SaidPage } from '#connectors/contract/inbox.ts'
import { linkTo, read } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { acts } from './acts.ts'
import { listComments, listThreads, said } from './comments.ts'
import { activityOf, compare, lists, type Pending, type Place, placeFrom, threadsToCheck } from './place.ts'

const pageSize = '100'
/** Comments may appear late, so a walk goes this much further back than the previous one began. */
const slackMs = 3_600_000

/**
 * Reads the comments on a channel's videos. A look walks through three lists, latest first, by what YouTube thinks of
 * the comments. Then it compares the threads of the last weeks with what it knows of them, because a reply may leave
 * its thread where it is. Each page is one call, which costs one unit.
 */
export const inbox: Inbox<Grant> = {
  replies: true,
  acts,

  countsCalls: true,

  recheck: {
    max: 50,
    async read(call, items) {
      const ids = items.map(({ remoteId }) => remoteId)
      const { comments, isWhole } = await listComments(call, { id: ids.join(',') })
      const seen = new Set(comments.map(({ id }) => id))
      return {
        found: comments.map((one) => said(call.http, one, { video: null })),
        missing: isWhole ? ids.filter((id) => !seen.has(id)) : [],
        unclear: [],
      }
    },
  },

  async read(call, from, since) {
    const at = placeFrom(from, since)
    const [first] = at.pending
    if (first) return readReplies(call, at, first)
    return at.step < lists.length ? readList(call, at) : checkKnown(call, at)
  },

  async readAbove(call, remoteId) {
    const { comments } = await listComments(call, { id: remoteId })
    const [one] = comments
    if (!one) return []
    const threadId = one.snippet.parentId ?? remoteId
    const { threads } = await listThreads(call, { id: threadId })
    const [thread] = threads
    if (!thread) return []
    const { videoId = null, topLevelComment } = thread.snippet
    const video = videoId === null ? [] : await readVideo(call, videoId)
    return threadId === remoteId ? video : [...video, said(call.http, topLevelComment, { video: videoId })]
  },
}

/** Reads one page of a list. The walk ends with a page on which nothing is new, in whichever order YouTube lists. */
async function readList(call: ReadCall<Grant>, at: Place): Promise<SaidPage> {
  const list = lists[at.step] ?? 'published'
  const query = {
    allThreadsRelatedToChannelId: call.grant.channelId,
    order: 'time',
    maxResults: pageSize,
    moderationStatus: list,
    ...(at.token === null ? {} : { pageToken: at.token }),
  }
  const page = await withToken(at.token, () => listThreads(call, query))
  if (page === 'expired') return { items: [], next: { ...at, token: null, isAgain: true }, more: true }
  const sinceMs = at.readTo - slackMs
  const { changed, known, pending } = compare(at, page.threads, sinceMs)
  const items = changed.flatMap((thread) => saidIn(call, thread, list))
  // A walk that begins again meets what it has read.
  const isKnown = changed.length === 0 && !at.isAgain
  const isBack = isKnown || page.threads.every((thread) => activityOf(thread) < sinceMs)
  const newest = Math.max(
    at.newest,
    ...page.threads.map(({ snippet }) => snippet.topLevelComment.snippet.publishedAt.getTime()),
  )
  const next = { ...at, known, pending, newest, token: isBack ? null : page.token }
  const isOver = next.token === null
  return { items, next: isOver ? { ...next, step: at.step + 1, isAgain: false } : next, more: true }
}

/** Checks whether known threads have changed: the latest at every look, and some of the others. */
async function checkKnown(call: ReadCall<Grant>, at: Place): Promise<SaidPage> {
  const isLatest = at.step === lists.length
  const ids = threadsToCheck(at)
  const { threads } = ids.length > 0 ? await listThreads(call, { id: ids.join(',') }) : { threads: [] }
  const { changed, known, pending } = compare(at, threads, Number.POSITIVE_INFINITY)
  const items = changed.flatMap((thread) => saidIn(call, thread))
  const after = { ...at, known, pending, step: at.step + 1 }
  if (isLatest && threadsToCheck(after).length > 0) return { items, next: after, more: true }
  const readTo = Math.max(at.readTo, at.newest)
  const next = { ...after, step: 0, token: null, newest: 0, readTo, turn: (at.turn + 1) % 1_000 }
  return { items, next, more: pending.length > 0 }
}

/** Reads one page of the replies to a comment. */
async function readReplies(call: ReadCall<Grant>, at: Place, [id, video, token, pages]: Pending): Promise<SaidPage> {
  const query = { parentId: id, maxResults: pageSize, ...(token === null ? {} : { pageToken: token }) }
  const page = await withToken(token, () => listComments(call, query))
  const [, ...others] = at.pending
  const rest: Pending[] =
    page === 'expired' ? [[id, video, null, pages - 1]] : page.token ? [[id, video, page.token, pages - 1]] : []
  const pending = [...rest.filter(([, , , left]) => left > 0), ...others]
  const items = page === 'expired' ? [] : page.comments.map((one) => said(call.http, one, { video }))
  return { items, next: { ...at, pending }, more: pending.length > 0 || at.step > 0 }
}

const saidIn = (
  { http }: ReadCall<Grant>,
  { snippet, replies }: Parameters<typeof activityOf>[0],
  list?: string,
): Said[] =>
  [snippet.topLevelComment, ...(replies?.comments ?? []).flatMap((one) => one ?? [])].map((one) =>
    said(http, one, { video: snippet.videoId ?? null, list }),
  )

/** A page token from an earlier turn may have expired, and a comment with replies may have been deleted. */
async function withToken<Page extends { readonly token: string | null }>(
  token: string | null,
  list: () => Promise<Page>,
): Promise<Page | 'expired'> {
  try {
    return await list()
  } catch (error) {
    const status = error instanceof CallFailed && error.failure.sent === 'answered' ? error.failure.status : null
    if (status === 404 || (status === 400 && token !== null)) return 'expired'
    throw error
  }
}

const videos = z.object({
  items: z.array(z.object({ snippet: z.object({ title: z.string(), publishedAt: z.coerce.date() }) })).nullish(),
})

async function readVideo(call: ReadCall<Grant>, id: string): Promise<Said[]> {
  const { items } = await read(call, 'getVideos', 'videos', { part: 'snippet', id }, videos)
  const { channelId } = call.grant
  return (items ?? []).map(({ snippet }) => ({
    remoteId: id,
    kind: 'reply',
    parentId: null,
    quotedId: null,
    author: { remoteId: channelId, handle: channelId, name: null },
    text: snippet.title,
    url: linkTo(call.http, { format: 'post' }, id),
    language: null,
    files: [],
    saidAt: snippet.publishedAt,
    editedAt: null,
  }))
}
