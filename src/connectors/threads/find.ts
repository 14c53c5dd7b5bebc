import { z } from 'zod'
import type { Call, Outgoing } from '#connectors/connector.ts'
import { compose } from '#rules/compose.ts'
import { parentOf } from './container.ts'
import type { Grant } from './grant.ts'
import type { Memo } from './memo.ts'
import { filesOf, isComment, partOf, textOf } from './plan.ts'
import { ask, id, read } from './wire.ts'

/** Under which name something is out: told by its text, its kind, its time and what it answers. Null: by none of them. */

/** So far the clocks of two machines may be apart. */
const apartMs = 120_000
const pageSize = 100
const pagesMax = 5

const listed = z.object({
  id,
  text: z.string().nullish(),
  timestamp: z.string().transform((text) => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
  media_type: z.string().nullish(),
  replied_to: z.object({ id }).nullish().catch(null),
})
type Listed = z.output<typeof listed>

const list = z.object({
  data: z.array(listed),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional() })
    .nullish()
    .catch(null),
})

/** Several that are alike are as good as none: which of them it is would be a guess. */
export async function findPost(
  call: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  ours: (remoteId: string) => Promise<boolean>,
): Promise<string | null> {
  const sinceMs = Date.parse(memo.since ?? call.born.toISOString()) - apartMs
  const isLike = likenessOf(post, memo, sinceMs)
  const mine: string[] = []
  for (const one of await recent(call, parentOf(post, memo) !== null, sinceMs))
    if (isLike(one) && (await ours(one.id))) mine.push(one.id)
  const [found, ...others] = mine
  return found === undefined || others.length > 0 ? null : found
}

const kinds = { none: 'TEXT_POST', image: 'IMAGE', video: 'VIDEO', several: 'CAROUSEL_ALBUM' } as const
const known: ReadonlySet<string> = new Set(Object.values(kinds))

function likenessOf(post: Outgoing, memo: Memo, sinceMs: number): (one: Listed) => boolean {
  const part = partOf(memo)
  const text = plain(textOf(post, part))
  const [file, ...others] = isComment(post, memo) ? [] : filesOf(post, part)
  const kind = kinds[file === undefined ? 'none' : others.length > 0 ? 'several' : file.kind]
  const parent = parentOf(post, memo)
  return (one) =>
    plain(one.text ?? '') === text &&
    one.timestamp >= sinceMs &&
    (!known.has(one.media_type ?? '') || one.media_type === kind) &&
    (!one.replied_to || one.replied_to.id === parent)
}

const plain = (text: string): string => compose(text.replaceAll('\r\n', '\n')).trim()

/** Replies are in a list of their own. */
async function recent({ http, grant }: Call<Grant>, isReply: boolean, sinceMs: number): Promise<readonly Listed[]> {
  const all: Listed[] = []
  let after: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
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
    const { data, paging } = read(answer, list)
    all.push(...data)
    after = data.length < pageSize ? undefined : paging?.cursors?.after
    if (after === undefined) break
  }
  return all
}
