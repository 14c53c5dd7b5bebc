import { z } from 'zod'
import type { Outgoing, ReadCall } from '#connectors/connector.ts'
import { read, timestamp } from '#connectors/meta/graph-call.ts'
import {
  earliestMs,
  type NotFound,
  plainText,
  readBack,
  type Search as SearchSince,
  selectOnly,
} from '#connectors/search/search.ts'
import { ask, permalink, postId } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'

/**
 * The search for a post whose response was lost. An image belongs to one post, so a post with our images is ours. Posts
 * without images are matched by time, app and exact text.
 */
interface Search extends SearchSince {
  readonly text: string
  /** Null if it has files whose IDs are unknown. */
  readonly photos: readonly string[] | null
  /** True for a post with several cards, which Facebook may list as an album. */
  readonly hasCards: boolean
}

const pagesMax = 5

const target = z.object({ target: z.object({ id: z.string().optional() }).nullish() })
const attachment = target.extend({
  media_type: z.string().nullish(),
  subattachments: z.object({ data: z.array(target) }).nullish(),
})
const listed = z.object({
  id: postId,
  message: z.string().nullish(),
  created_time: timestamp,
  permalink_url: permalink,
  application: z.object({ id: z.string() }).nullish(),
  attachments: z.object({ data: z.array(attachment) }).nullish(),
})
type Listed = z.infer<typeof listed>

const list = z.object({
  data: z.array(listed),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
})

const fields =
  'id,message,created_time,permalink_url,application{id},attachments{media_type,target{id},subattachments{target{id}}}'

export async function findPost(call: ReadCall<Grant>, post: Outgoing, search: Search): Promise<Listed | NotFound> {
  const appId = call.http.app?.clientId ?? null
  const recent = await readRecent(call, post, earliestMs(search.since))
  return await selectOnly(recent, async (one) => isLike(one, search, appId) && (await search.ours(one.id)))
}

function isLike(post: Listed, { photos, text, since, hasCards }: Search, appId: string | null): boolean {
  const attached = (post.attachments?.data ?? []).flatMap((one) => [one, ...(one.subattachments?.data ?? [])])
  if (photos?.length) return attached.some(({ target }) => photos.includes(target?.id ?? ''))
  return (
    post.created_time >= earliestMs(since) &&
    (appId === null || !post.application || post.application.id === appId) &&
    plainText(post.message ?? '') === plainText(text) &&
    (hasCards ||
      (post.attachments?.data ?? []).some(({ media_type }) => ofFiles.has(media_type ?? '')) === (photos === null))
  )
}

/** Attachments with files, which a text post cannot have. A link has an attachment of another type. */
const ofFiles: ReadonlySet<string> = new Set(['photo', 'album', 'video'])

/** Reads recent posts, back to the time in question. */
const readRecent = ({ http, grant }: ReadCall<Grant>, post: Outgoing, sinceMs: number) =>
  readBack(pagesMax, async (after: string | undefined) => {
    const since = String(Math.floor(sinceMs / 1_000))
    const answer = await ask(http, {
      name: 'getPublishedPosts',
      method: 'GET',
      path: `/${post.account.remoteId}/published_posts`,
      params: { fields, since, limit: '50', ...(after === undefined ? {} : { after }) },
      token: pageTokenOf(grant, post),
      maxBytes: 8_000_000,
    })
    const { data, paging } = read(answer, list)
    return { posts: data, isLast: paging?.next === undefined, next: paging?.cursors?.after }
  })
