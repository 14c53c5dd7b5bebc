import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Outgoing, ReadCall } from '#connectors/connector.ts'
import { earliestMs, type NotFound, plainText, readBack, type Search, selectOnly } from '#connectors/search/search.ts'
import { ask, isStatus, urn, word } from '../api.ts'
import { type Grant, isOrganization } from '../auth/grant.ts'
import { imagesOf, type Memo } from '../memo.ts'
import { textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'
import { readLittle, seenOf } from './little-text.ts'
import { reshared } from './reshared.ts'

/**
 * The search for a post whose response was lost. A file belongs to one post, so a post with our file is ours. Posts
 * without files are matched by time, text and the post that they reshare. Only organizations have a list of their
 * posts.
 */
const pageSize = 50
const pagesMax = 4

const time = z.number().int().positive().optional().catch(undefined)
const file = z.object({ id: z.string().optional() }).optional().catch(undefined)
const posts = z.object({
  elements: z.array(
    z.object({
      id: urn,
      commentary: z.string().optional().catch(undefined),
      publishedAt: time,
      createdAt: time,
      lastModifiedAt: time,
      reshareContext: z.object({ parent: z.string() }).optional().catch(undefined),
      content: z
        .object({ media: file, multiImage: z.object({ images: z.array(z.object({ id: z.string() })) }).optional() })
        .optional()
        .catch(undefined),
    }),
  ),
})
type Listed = z.output<typeof posts>['elements'][number]

export async function findPost(
  call: ReadCall<Grant>,
  post: Outgoing,
  memo: Memo,
  { since, ours }: Search,
): Promise<string | NotFound> {
  if (!isOrganization(post.account.remoteId)) return 'unsure'
  const sinceMs = earliestMs(since)
  const isLike = likenessOf(post, memo, sinceMs)
  const recent = await readRecent(call, post, sinceMs)
  const found = await selectOnly(recent, async (one) => isLike(one) && (await ours(one.id)))
  return typeof found === 'string' ? found : found.id
}

const named = z.object({ author: z.string().optional().catch(undefined) })

/**
 * Reads a post that LinkedIn reports as the original of our duplicate. Returns false if LinkedIn does not have it or
 * another author wrote it. An app may not read members' posts (403); then only the ID is known.
 */
export async function isThere(
  { http, grant }: ReadCall<Grant>,
  { account }: Outgoing,
  postUrn: string,
): Promise<boolean> {
  const request = {
    name: 'getPost',
    method: 'GET',
    path: `/rest/posts/${word(postUrn)}`,
    token: grant.accessToken,
  } as const
  try {
    const { author = account.remoteId } = readAnswer(await ask(http, request), named)
    return author === account.remoteId
  } catch (error) {
    if (isStatus(error, 403)) return true
    if (isStatus(error, 404)) return false
    throw error
  }
}

function likenessOf(post: Outgoing, memo: Memo, sinceMs: number): (one: Listed) => boolean {
  // LinkedIn does not document whether it lists a card's image, so an article is matched by its text.
  const files = post.format === 'article' ? [] : [memo.video?.urn ?? memo.document ?? imagesOf(memo)].flat()
  const text = plainText(seenOf(textOf(post)))
  const { reshare } = settingsOf(post.settings)
  const parent = reshare === undefined ? undefined : reshared(reshare)
  return ({ commentary = '', content, reshareContext, ...one }) => {
    const has = [content?.media?.id, ...(content?.multiImage?.images ?? []).map(({ id }) => id)]
    if (files.length > 0) return files.some((id) => has.includes(id))
    return timeOf(one) >= sinceMs && reshareContext?.parent === parent && plainText(readLittle(commentary)) === text
  }
}

/** Returns the time of a post. A post without one may be from any time. */
const timeOf = ({ publishedAt, createdAt }: Pick<Listed, 'publishedAt' | 'createdAt'>): number =>
  publishedAt ?? createdAt ?? Number.POSITIVE_INFINITY

/** Reads the most recently changed posts, back to the time in question. */
const readRecent = ({ http, grant }: ReadCall<Grant>, { account }: Outgoing, sinceMs: number) =>
  readBack(pagesMax, async (start: number = 0) => {
    const query = `author=${word(account.remoteId)}&q=author&count=${pageSize}&start=${start}&sortBy=LAST_MODIFIED`
    const request = { name: 'getPosts', method: 'GET', path: `/rest/posts?${query}`, token: grant.accessToken } as const
    const { elements } = readAnswer(await ask(http, { ...request, restli: 'FINDER', maxBytes: 4_000_000 }), posts)
    // The list is sorted by the last change, so posts on later pages were created before the last change on this one.
    const changedAt = elements.at(-1)?.lastModifiedAt ?? Number.POSITIVE_INFINITY
    return { posts: elements, isLast: elements.length < pageSize || changedAt < sinceMs, next: start + pageSize }
  })
