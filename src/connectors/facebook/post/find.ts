import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Outgoing, ReadCall } from '#connectors/connector.ts'
import { compose } from '#rules/count/compose.ts'
import { ask, permalink, postId } from '../api/graph.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'

/**
 * The search for a post whose answer was lost. Pictures belong to one post, so a post with our pictures is ours. Posts
 * without pictures are matched by time, application and exact text.
 */
interface Search {
  readonly text: string
  /** Null: it has files, and their names are not known. */
  readonly photos: readonly string[] | null
  /** True for a post with several cards, which Facebook may list as an album. */
  readonly hasCards: boolean
  /** When it can have been sent at the earliest. */
  readonly since: Date
  ours(remoteId: string): Promise<boolean>
}

/** The largest assumed difference between two clocks. */
const apartMs = 120_000
const listsMax = 5

const target = z.object({ target: z.object({ id: z.string().optional() }).nullish() })
const attachment = target.extend({
  media_type: z.string().nullish(),
  subattachments: z.object({ data: z.array(target) }).nullish(),
})
const listed = z.object({
  id: postId,
  message: z.string().nullish(),
  created_time: z.string().transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
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

export async function findPost(
  call: ReadCall<Grant>,
  post: Outgoing,
  search: Search,
): Promise<Listed | 'absent' | 'unsure'> {
  const { posts, complete } = await recent(call, post, search.since)
  const likely = posts.filter((one) => isLike(one, search, call.http.app?.clientId ?? null))
  const mine: Listed[] = []
  for (const one of likely) if (await search.ours(one.id)) mine.push(one)
  const [one, ...others] = mine
  if (one && others.length === 0) return one
  return one || !complete ? 'unsure' : 'absent'
}

function isLike(post: Listed, { photos, text, since, hasCards }: Search, appId: string | null): boolean {
  const attached = (post.attachments?.data ?? []).flatMap((one) => [one, ...(one.subattachments?.data ?? [])])
  if (photos?.length) return attached.some(({ target }) => photos.includes(target?.id ?? ''))
  return (
    post.created_time.getTime() >= since.getTime() - apartMs &&
    (appId === null || !post.application || post.application.id === appId) &&
    plain(post.message ?? '') === plain(text) &&
    (hasCards ||
      (post.attachments?.data ?? []).some(({ media_type }) => ofFiles.has(media_type ?? '')) === (photos === null))
  )
}

/** Attachments with files, which a text post cannot have. A link has an attachment of another type. */
const ofFiles: ReadonlySet<string> = new Set(['photo', 'album', 'video'])

/** Normalizes a text: the network has one character for the end of a line, and may trim white space. */
const plain = (text: string): string => compose(text.replaceAll('\r\n', '\n')).trim()

/** Back to the time in question. Incomplete where that is further back than we look. */
async function recent({ http, grant }: ReadCall<Grant>, post: Outgoing, since: Date) {
  const posts: Listed[] = []
  let after: string | undefined
  for (let page = 0; page < listsMax; page += 1) {
    const from = Math.floor((since.getTime() - apartMs) / 1_000)
    const params = { fields, since: String(from), limit: '50', ...(after === undefined ? {} : { after }) }
    const answer = await ask(http, {
      name: 'getPublishedPosts',
      method: 'GET',
      path: `/${post.account.remoteId}/published_posts`,
      params,
      token: pageTokenOf(grant, post),
      maxBytes: 8_000_000,
    })
    const { data, paging } = readAnswer(answer, list)
    posts.push(...data)
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) return { posts, complete: paging?.next === undefined }
  }
  return { posts, complete: false }
}
