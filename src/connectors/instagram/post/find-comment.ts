import { z } from 'zod'
import type { Call, Outgoing } from '#connectors/connector.ts'
import { id, read, timestamp } from '#connectors/meta/graph-call.ts'
import { earliestMs, type NotFound, plainText } from '#connectors/search/search.ts'
import { ask } from '../api.ts'
import { authorOf, type Grant } from '../auth/grant.ts'

const listsMax = 5

const comments = z.object({
  data: z.array(
    z.object({
      id,
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
type Comment = z.output<typeof comments>['data'][number]

interface Search {
  /** The list to read. */
  readonly list: { readonly name: 'listComments' | 'listReplies'; readonly path: string }
  readonly text: string
  readonly since: Date
  ours(remoteId: string): Promise<boolean>
}

/**
 * Reads the whole list, because Instagram does not document its order. A comment is absent only if the list was read to
 * its end. An account may be renamed, and the author ID may differ from the account's ID. So if a comment has our text
 * but matches neither, it is unclear whether it is ours.
 */
export async function findComment(
  { http, grant }: Call<Grant>,
  post: Outgoing,
  { list, text, since, ours }: Search,
): Promise<Comment | NotFound> {
  const sinceMs = earliestMs(since)
  const wanted = plainText(text)
  const { handle, remoteId } = post.account
  let absent: NotFound = 'absent'
  let after: string | undefined
  for (let page = 0; page < listsMax; page += 1) {
    const params = {
      fields: 'id,text,timestamp,username,from',
      limit: '50',
      ...(after === undefined ? {} : { after }),
    }
    const request = { ...list, method: 'GET', params, maxBytes: 4_000_000 } as const
    const { data, paging } = read(await ask(http, authorOf(grant, post), request), comments)
    for (const one of data) {
      if (one.timestamp < sinceMs || plainText(one.text ?? '') !== wanted || !(await ours(one.id))) continue
      if (one.from?.id === remoteId || (one.username ?? handle) === handle) return one
      absent = 'unsure'
    }
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) return paging?.next === undefined ? absent : 'unsure'
  }
  return 'unsure'
}
