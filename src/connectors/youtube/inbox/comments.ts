import { z } from 'zod'
import type { Http, ReadCall } from '#connectors/connector.ts'
import { type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import { linkTo, read, videoId } from '../api.ts'
import type { Grant } from '../auth/grant.ts'

const commentId = z.string().min(1).max(200)
const comment = z.object({
  id: commentId,
  snippet: z.object({
    authorDisplayName: z.string().max(500),
    authorChannelUrl: z.string().max(2_000).nullish().catch(null),
    // Omitted if the author's account no longer exists.
    authorChannelId: z
      .object({ value: z.string().min(1).max(200) })
      .nullish()
      .catch(null),
    textDisplay: z.string(),
    parentId: commentId.nullish(),
    moderationStatus: z.string().nullish().catch(null),
    publishedAt: z.coerce.date(),
    updatedAt: z.coerce.date(),
  }),
})
type Comment = z.output<typeof comment>

const thread = z.object({
  id: commentId,
  snippet: z.object({
    videoId: videoId.nullish().catch(null),
    topLevelComment: comment,
    totalReplyCount: z.int().min(0).catch(0),
  }),
  replies: z
    .object({ comments: z.array(comment.nullable().catch(null)) })
    .nullish()
    .catch(null),
})
export type Thread = z.output<typeof thread>

/** One that cannot be read must not hide the others. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item.nullable().catch(null)).nullish(), nextPageToken: z.string().max(2_000).nullish() })
const threadPage = pageOf(thread)
const commentPage = pageOf(comment)

type Query = Readonly<Record<string, string>>

export async function listThreads(call: ReadCall<Grant>, query: Query) {
  const params = { part: 'snippet,replies', textFormat: 'plainText', ...query }
  const page = await read(call, 'listCommentThreads', 'commentThreads', params, threadPage)
  return { threads: (page.items ?? []).flatMap((one) => one ?? []), token: page.nextPageToken ?? null }
}

export async function listComments(call: ReadCall<Grant>, query: Query) {
  const params = { part: 'snippet', textFormat: 'plainText', ...query }
  const page = await read(call, 'listComments', 'comments', params, commentPage)
  const comments = (page.items ?? []).flatMap((one) => one ?? [])
  // False if one could not be read.
  const isWhole = comments.length === (page.items ?? []).length
  return { comments, token: page.nextPageToken ?? null, isWhole }
}

const heldBy: Readonly<Record<string, Said['held']>> = { heldForReview: 'review', likelySpam: 'spam' }

interface Where {
  /** The ID of the video below which it was said. Null for a comment about the channel. */
  readonly video: string | null
  /** The list that it was found in. */
  readonly list?: string | undefined
}

export function said(http: Http, { id, snippet }: Comment, { video, list }: Where): Said {
  const { authorChannelId, authorChannelUrl, authorDisplayName, parentId, publishedAt, updatedAt } = snippet
  const handle = /\/(@[^/?#]+)/.exec(authorChannelUrl ?? '')?.[1] ?? authorDisplayName
  const state = snippet.moderationStatus ?? list ?? ''
  return {
    remoteId: id,
    kind: 'reply',
    parentId: parentId ?? video,
    quotedId: null,
    ...(video === null ? {} : { ownPostId: video }),
    held: Object.hasOwn(heldBy, state) ? heldBy[state] : undefined,
    author: {
      remoteId: authorChannelId?.value ?? `unknown ${authorDisplayName}`,
      handle: handle.replace(/^@/, ''),
      // YouTube names most people by their handle only.
      name: authorDisplayName.startsWith('@') ? null : authorDisplayName || null,
    },
    text: snippet.textDisplay.slice(0, saidTextMax),
    url: video === null ? null : `${linkTo(http, { format: 'post' }, video)}&lc=${encodeURIComponent(id)}`,
    language: null,
    files: [],
    saidAt: publishedAt,
    editedAt: updatedAt > publishedAt ? updatedAt : null,
  }
}
