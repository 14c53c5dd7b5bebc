import { z } from 'zod'
import type { Outgoing, ReadCall } from '#connectors/connector.ts'
import { id, read, timestamp } from '#connectors/meta/graph-call.ts'
import { onwardIn, paging } from '#connectors/meta/paging.ts'
import { earliestMs, type NotFound, plainText, readBack, type Search, selectOnly } from '#connectors/search/search.ts'
import { ask } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { filesOf, isComment, parentOf, partOf, textOf } from '../plan.ts'

/** Finds the ID of a published part by text, kind, time and the post that it replies to. */

const pageSize = 100
const pagesMax = 5

const listed = z.object({
  id,
  text: z.string().nullish(),
  timestamp,
  media_type: z.string().nullish(),
  replied_to: z.object({ id }).nullish().catch(null),
})
type Listed = z.output<typeof listed>

const list = z.object({ data: z.array(listed), paging })

export async function findPost(
  call: ReadCall<Grant>,
  post: Outgoing,
  { memo, since, ours }: Search & { readonly memo: Memo },
): Promise<string | NotFound> {
  const sinceMs = earliestMs(since)
  const isLike = likenessOf(post, memo, sinceMs)
  const recent = await readRecent(call, parentOf(post, memo) !== null, sinceMs)
  const found = await selectOnly(recent, async (one) => isLike(one) && (await ours(one.id)))
  return typeof found === 'string' ? found : found.id
}

const kinds = {
  none: 'TEXT_POST',
  image: 'IMAGE',
  video: 'VIDEO',
  several: 'CAROUSEL_ALBUM',
  document: null,
  audio: null,
} as const
const known: ReadonlySet<string> = new Set(Object.values(kinds).filter((kind) => kind !== null))

function likenessOf(post: Outgoing, memo: Memo, sinceMs: number): (one: Listed) => boolean {
  const part = partOf(memo)
  const text = plainText(textOf(post, part))
  const [file, ...others] = isComment(post, memo) ? [] : filesOf(post, part)
  const kind = kinds[file === undefined ? 'none' : others.length > 0 ? 'several' : file.kind]
  const parent = parentOf(post, memo)
  return (one) =>
    plainText(one.text ?? '') === text &&
    one.timestamp >= sinceMs &&
    (!known.has(one.media_type ?? '') || one.media_type === kind) &&
    (!one.replied_to || one.replied_to.id === parent)
}

/** Reads recent posts, back to the time in question. Replies have their own list. */
const readRecent = ({ http, grant }: ReadCall<Grant>, isReply: boolean, sinceMs: number) =>
  readBack(pagesMax, async (after: string | undefined) => {
    const params = {
      fields: `id,text,timestamp,media_type${isReply ? ',replied_to' : ''}`,
      since: String(Math.floor(sinceMs / 1_000)),
      limit: String(pageSize),
      ...(after === undefined ? {} : { after }),
    }
    const where = isReply
      ? ({ name: 'listReplies', path: '/me/replies' } as const)
      : ({ name: 'listThreads', path: '/me/threads' } as const)
    const answer = await ask(http, { ...where, method: 'GET', params, token: grant.token, maxBytes: 4_000_000 })
    const { data, paging: pageInfo } = read(answer, list)
    return { posts: data, isLast: pageInfo?.next === undefined, next: onwardIn(pageInfo) ?? undefined }
  })
