import { z } from 'zod'
import type { Outgoing, ReadCall } from '#connectors/connector.ts'
import { compose } from '#rules/count/compose.ts'
import { ask, id, read } from '../api/graph.ts'
import type { Grant } from '../auth/grant.ts'
import { parentOf } from '../media/container.ts'
import type { Memo } from '../memo.ts'
import { filesOf, isComment, partOf, textOf } from '../plan.ts'

/** Under which name something is out: told by its text, its kind, its time and what it answers. */

/** The largest assumed difference between two clocks. */
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

interface Search {
  readonly memo: Memo
  readonly since: Date
  ours(remoteId: string): Promise<boolean>
}

/** Several that are alike are as good as none: which of them it is would be a guess. */
export async function findPost(
  call: ReadCall<Grant>,
  post: Outgoing,
  { memo, since, ours }: Search,
): Promise<string | 'absent' | 'unsure'> {
  const sinceMs = since.getTime() - apartMs
  const isLike = likenessOf(post, memo, sinceMs)
  const mine: string[] = []
  const { all, isWhole } = await recent(call, parentOf(post, memo) !== null, sinceMs)
  for (const one of all) if (isLike(one) && (await ours(one.id))) mine.push(one.id)
  const [found, ...others] = mine
  if (found !== undefined && others.length === 0) return found
  return found !== undefined || !isWhole ? 'unsure' : 'absent'
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
async function recent({ http, grant }: ReadCall<Grant>, isReply: boolean, sinceMs: number) {
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
    if (after === undefined) return { all, isWhole: true }
  }
  return { all, isWhole: false }
}
