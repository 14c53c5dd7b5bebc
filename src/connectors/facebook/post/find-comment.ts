import { z } from 'zod'
import type { Call, Outgoing } from '#connectors/connector.ts'
import { id, read, timestamp } from '#connectors/meta/graph-call.ts'
import { earliestMs, type NotFound, plainText } from '#connectors/search/search.ts'
import { ask, permalink } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'

const listsMax = 5

export const commentId = z.string().regex(/^[0-9]{1,40}_[0-9]{1,40}$/)

const comments = z.object({
  data: z.array(
    z.object({
      id: commentId,
      message: z.string().nullish(),
      created_time: timestamp,
      from: z.object({ id }).nullish(),
      permalink_url: permalink,
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
})
type Comment = z.output<typeof comments>['data'][number]

interface Search {
  /** The ID of the post or comment under which it was written. */
  readonly under: string
  readonly text: string
  readonly since: Date
  ours(remoteId: string): Promise<boolean>
}

/**
 * Reads the comments since the first try. No other writer is likely to post the same text as the page at that time. A
 * comment is absent only if all lists were read: ranked comments keep their rank whatever order is requested, so an old
 * comment says nothing about those after it.
 */
export async function findComment(
  { http, grant }: Call<Grant>,
  post: Outgoing,
  { under, text, since, ours }: Search,
): Promise<Comment | NotFound> {
  const sinceMs = earliestMs(since)
  const wanted = plainText(text)
  const fixed = {
    fields: 'id,message,created_time,from,permalink_url',
    filter: 'stream',
    order: 'reverse_chronological',
    since: String(Math.floor(sinceMs / 1_000)),
    limit: '100',
  }
  let after: string | undefined
  for (let list = 0; list < listsMax; list += 1) {
    const answer = await ask(http, {
      name: 'getComments',
      method: 'GET',
      path: `/${under}/comments`,
      params: { ...fixed, ...(after === undefined ? {} : { after }) },
      token: pageTokenOf(grant, post),
      maxBytes: 4_000_000,
    })
    const { data, paging } = read(answer, comments)
    for (const one of data) {
      const isLike =
        plainText(one.message ?? '') === wanted &&
        (one.from?.id ?? post.account.remoteId) === post.account.remoteId &&
        one.created_time >= sinceMs
      if (isLike && (await ours(one.id))) return one
    }
    if (paging?.next === undefined) return 'absent'
    after = paging.cursors?.after
    if (after === undefined) return 'unsure'
  }
  return 'unsure'
}
