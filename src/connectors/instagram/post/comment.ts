import { z } from 'zod'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { id, made, read, timestamp } from '#connectors/meta/graph-call.ts'
import { earliestMs, plainText } from '#connectors/search/search.ts'
import { ask } from '../api.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { type Memo, postOf } from '../memo.ts'

/** Comments on the post as the account itself. Only the list of comments shows whether it is published. */
export const comment: Step<Grant, Memo> = {
  repeat: 'once',
  optional: true,
  async run({ http, grant }, post, memo) {
    const params = { message: post.firstComment ?? '' }
    const request = { name: 'createComment', method: 'POST', path: `/${postOf(memo)}/comments`, params } as const
    read(await ask(http, authorOf(grant, post), request), made)
    return { memo, end: true }
  },
  find: (call, post, memo, doubt) => findComment(call, post, memo, doubt.first),
}

/** Turns comments off for a post that has none yet. */
export const closeComments: Step<Grant, Memo> = {
  repeat: 'safe',
  optional: true,
  async run({ http, grant }, post, memo) {
    const params = { comment_enabled: 'false' }
    await ask(http, authorOf(grant, post), { name: 'updateMedia', method: 'POST', path: `/${postOf(memo)}`, params })
    return { memo, end: true }
  },
}

const listsMax = 5

const comments = z.object({
  data: z.array(
    z.object({
      text: z.string().nullish(),
      timestamp,
      username: z.string().nullish(),
      from: z.object({ id }).nullish().catch(null),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .nullish()
    .catch(null),
})

/**
 * Reads the whole list, because Instagram does not document its order. A comment is absent only if the list was read to
 * its end. An account may be renamed, and the author ID may differ from the account's ID. So if a comment has our text
 * but matches neither, it is unclear whether it is ours.
 */
async function findComment(
  { http, grant }: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  since: Date,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const sinceMs = earliestMs(since)
  const text = plainText(post.firstComment ?? '')
  const { handle, remoteId } = post.account
  let absent: 'absent' | 'unsure' = 'absent'
  let after: string | undefined
  for (let page = 0; page < listsMax; page += 1) {
    const params = {
      fields: 'id,text,timestamp,username,from',
      limit: '50',
      ...(after === undefined ? {} : { after }),
    }
    const request = { name: 'listComments', method: 'GET', path: `/${postOf(memo)}/comments`, params } as const
    const { data, paging } = read(await ask(http, authorOf(grant, post), { ...request, maxBytes: 4_000_000 }), comments)
    const alike = data.filter((one) => one.timestamp >= sinceMs && plainText(one.text ?? '') === text)
    if (alike.some((one) => one.from?.id === remoteId || (one.username ?? handle) === handle))
      return { memo, end: true }
    if (alike.length > 0) absent = 'unsure'
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) return paging?.next === undefined ? absent : 'unsure'
  }
  return 'unsure'
}
