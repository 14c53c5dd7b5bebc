import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import type { Call, Outgoing, ReadCall } from '#connectors/connector.ts'
import { compose } from '#rules/count/compose.ts'
import { ask, id, read, timestamp } from '../api/graph.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { filesOf, type Kind, kindOf, textOf } from '../plan.ts'

/** Finds the id of a post that is out, by its caption, its kind and its time. Stories have a list of their own. */

/** The largest assumed difference between two clocks. */
const apartMs = 120_000
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

const list = z.object({
  data: z.array(listed),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional() })
    .nullish()
    .catch(null),
})

interface Search {
  readonly since: Date
  ours(remoteId: string): Promise<boolean>
}
type Found = { readonly remoteId: string; readonly url: string | null }

/** The post is no older than its container. */
export const sinceOf = ({ born }: Call<Grant>, { since }: Memo): Date => (since === undefined ? born : new Date(since))

/** Several that are alike are as good as none: which of them it is would be a guess. */
export async function findPost(
  call: ReadCall<Grant>,
  post: Outgoing,
  { since, ours }: Search,
): Promise<Found | 'absent' | 'unsure'> {
  const sinceMs = since.getTime() - apartMs
  const isLike = likenessOf(post, sinceMs)
  const mine: Listed[] = []
  const { all, isWhole } = await readRecent(call, post, sinceMs)
  for (const one of all) if (isLike(one) && (await ours(one.id))) mine.push(one)
  const [found, ...others] = mine
  if (found !== undefined && others.length === 0) return { remoteId: found.id, url: found.permalink }
  return found !== undefined || !isWhole ? 'unsure' : 'absent'
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
  const text = plain(textOf(post))
  return ({ caption, timestamp: atMs, media_type, media_product_type }) =>
    atMs >= sinceMs &&
    (media_type ?? type) === type &&
    // A story shows no caption, so that any text that its list returns is not ours to compare.
    (kind === 'story' || plain(caption ?? '') === text) &&
    (!media_product_type || (media_product_type === 'STORY') === (kind === 'story'))
}

const plain = (text: string): string => compose(text.replaceAll('\r\n', '\n')).trim()

/** Reads the newest posts, back to the time in question. */
async function readRecent({ http, grant }: ReadCall<Grant>, post: Outgoing, sinceMs: number) {
  const account = encodeURIComponent(post.account.remoteId)
  const where =
    kindOf(post) === 'story'
      ? ({ name: 'listStories', path: `/${account}/stories` } as const)
      : ({ name: 'listMedia', path: `/${account}/media` } as const)
  const all: Listed[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const params = {
      fields: 'id,caption,timestamp,permalink,media_type,media_product_type',
      limit: String(pageSize),
      ...(after === undefined ? {} : { after }),
    }
    const answer = await ask(http, authorOf(grant, post), { ...where, method: 'GET', params, maxBytes: 4_000_000 })
    const { data, paging } = read(answer, list)
    all.push(...data)
    after = paging?.cursors?.after
    if (data.length < pageSize || after === undefined || (data.at(-1)?.timestamp ?? 0) < sinceMs)
      return { all, isWhole: true }
  }
  return { all, isWhole: false }
}
