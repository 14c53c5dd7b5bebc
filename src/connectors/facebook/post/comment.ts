import { z } from 'zod'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { id, read, timestamp } from '#connectors/meta/graph-call.ts'
import { earliestMs, plainText } from '#connectors/search/search.ts'
import { ask, postId } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'

/** Comments on the post, as the page itself. */
export const comment: Step<Grant, Memo> = {
  repeat: 'once',
  optional: true,
  async run({ http, grant }, post, memo) {
    const answer = await ask(http, {
      name: 'createComment',
      method: 'POST',
      path: `/${memo.post ?? ''}/comments`,
      params: { message: post.firstComment ?? '' },
      token: pageTokenOf(grant, post),
    })
    read(answer, z.object({ id: postId }))
    return { memo, end: true }
  },
  find: (call, post, memo, doubt) => findComment(call, post, memo, doubt.first),
}

const listsMax = 5

const comments = z.object({
  data: z.array(
    z.object({
      message: z.string().nullish(),
      created_time: timestamp,
      from: z.object({ id }).nullish(),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
})

/**
 * Reads the comments since the first try. No other writer is likely to post the same text as the page at that time. A
 * comment is absent only if all lists were read: ranked comments keep their rank whatever order is requested, so an old
 * comment says nothing about those after it.
 */
async function findComment(
  { http, grant }: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  since: Date,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const sinceMs = earliestMs(since)
  const text = plainText(post.firstComment ?? '')
  const fixed = {
    fields: 'id,message,created_time,from',
    filter: 'stream',
    order: 'reverse_chronological',
    limit: '100',
  }
  let after: string | undefined
  for (let list = 0; list < listsMax; list += 1) {
    const answer = await ask(http, {
      name: 'getComments',
      method: 'GET',
      path: `/${memo.post ?? ''}/comments`,
      params: { ...fixed, ...(after === undefined ? {} : { after }) },
      token: pageTokenOf(grant, post),
      maxBytes: 4_000_000,
    })
    const { data, paging } = read(answer, comments)
    const isThere = data.some(
      ({ message, created_time, from }) =>
        plainText(message ?? '') === text &&
        (from?.id ?? post.account.remoteId) === post.account.remoteId &&
        created_time >= sinceMs,
    )
    if (isThere) return { memo, end: true }
    if (paging?.next === undefined) return 'absent'
    after = paging.cursors?.after
    if (after === undefined) return 'unsure'
  }
  return 'unsure'
}
