import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import type { Outgoing, ReadCall } from '#connectors/connector.ts'
import { id, read, timestamp } from '#connectors/meta/graph-call.ts'
import { onwardIn, paging } from '#connectors/meta/paging.ts'
import { earliestMs, type NotFound, plainText, readBack, type Search, selectOnly } from '#connectors/search/search.ts'
import { ask } from '../api.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { filesOf, type Kind, kindOf, textOf } from '../plan.ts'

/** Finds the ID of a published post by caption, kind and time. */

const pageSize = 50
const pagesMax = 5

const listed = z.object({
  id,
  caption: z.string().nullish(),
  timestamp,
  permalink: webUrl,
  media_type: z.string().nullish(),
  media_product_type: z.string().nullish(),
})
type Listed = z.output<typeof listed>

const list = z.object({ data: z.array(listed), paging })

type Found = { readonly remoteId: string; readonly url: string | null }

export async function findPost(
  call: ReadCall<Grant>,
  post: Outgoing,
  { since, ours }: Search,
): Promise<Found | NotFound> {
  const sinceMs = earliestMs(since)
  const isLike = likenessOf(post, sinceMs)
  const recent = await readRecent(call, post, sinceMs)
  const found = await selectOnly(recent, async (one) => isLike(one) && (await ours(one.id)))
  return typeof found === 'string' ? found : { remoteId: found.id, url: found.permalink }
}

const types: Readonly<Record<Kind, string | null>> = {
  picture: 'IMAGE',
  reel: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
  story: null,
}

function likenessOf(post: Outgoing, sinceMs: number): (one: Listed) => boolean {
  const kind = kindOf(post)
  const isVideo = filesOf(post)[0]?.kind === 'video'
  const type = types[kind] ?? (isVideo ? 'VIDEO' : 'IMAGE')
  const text = plainText(textOf(post))
  return ({ caption, timestamp: atMs, media_type, media_product_type }) =>
    atMs >= sinceMs &&
    (media_type ?? type) === type &&
    // A story does not show a caption, so its text is not compared.
    (kind === 'story' || plainText(caption ?? '') === text) &&
    (!media_product_type || (media_product_type === 'STORY') === (kind === 'story'))
}

/** Reads recent posts, back to the time in question. Stories have their own list. */
function readRecent({ http, grant }: ReadCall<Grant>, post: Outgoing, sinceMs: number) {
  const account = encodeURIComponent(post.account.remoteId)
  const where =
    kindOf(post) === 'story'
      ? ({ name: 'listStories', path: `/${account}/stories` } as const)
      : ({ name: 'listMedia', path: `/${account}/media` } as const)
  return readBack(pagesMax, async (after: string | undefined) => {
    const params = {
      fields: 'id,caption,timestamp,permalink,media_type,media_product_type',
      limit: String(pageSize),
      ...(after === undefined ? {} : { after }),
    }
    const answer = await ask(http, authorOf(grant, post), { ...where, method: 'GET', params, maxBytes: 4_000_000 })
    const { data, paging: pageInfo } = read(answer, list)
    const reachesBack = (data.at(-1)?.timestamp ?? Number.POSITIVE_INFINITY) < sinceMs
    return { posts: data, isLast: pageInfo?.next === undefined || reachesBack, next: onwardIn(pageInfo) ?? undefined }
  })
}
