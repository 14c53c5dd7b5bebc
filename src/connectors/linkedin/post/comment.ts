import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { earliestMs, plainText } from '#connectors/search/search.ts'
import { ask, madeBy, word } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'

/** Comments on the post as the account that posted it. A comment is not "little text": nothing in it is escaped. */
export const comment: Step<Grant, Memo> = {
  repeat: 'once',
  optional: true,
  async run({ http, grant }, post, memo) {
    const answer = await ask(http, {
      name: 'createComment',
      method: 'POST',
      path: pathOf(memo),
      token: grant.accessToken,
      json: { actor: post.account.remoteId, object: memo.post ?? '', message: { text: post.firstComment ?? '' } },
    })
    madeBy(answer)
    return { memo, end: true }
  },
  /** LinkedIn does not show the comments on a member's post, and the resulting error leaves the outcome unknown. */
  find: (call, post, memo, doubt) => findComment(call, post, memo, doubt.first),
}

const pathOf = ({ post }: Memo): string => `/rest/socialActions/${word(post ?? '')}/comments`

const pageSize = 100
const pagesMax = 5

const comments = z.object({
  elements: z.array(
    z.object({
      actor: z.string(),
      message: z.object({ text: z.string() }),
      created: z.object({ time: z.number().int().positive() }).optional().catch(undefined),
    }),
  ),
  paging: z
    .object({ total: z.number().int().min(0) })
    .optional()
    .catch(undefined),
})

/**
 * Reads all comments, because LinkedIn does not document their order. No other writer is likely to post the same text
 * as the account at that time. A comment counts as absent only if the list was read to the end.
 */
async function findComment(
  { http, grant }: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  since: Date,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const text = plainText(post.firstComment ?? '')
  for (let page = 0; page < pagesMax; page += 1) {
    const start = page * pageSize
    const path = `${pathOf(memo)}?start=${start}&count=${pageSize}`
    const request = { name: 'getComments', method: 'GET', path, token: grant.accessToken } as const
    const { elements, paging } = readAnswer(await ask(http, { ...request, maxBytes: 4_000_000 }), comments)
    const isThere = elements.some(
      ({ actor, message, created }) =>
        actor === post.account.remoteId &&
        plainText(message.text) === text &&
        (created?.time ?? Number.POSITIVE_INFINITY) >= earliestMs(since),
    )
    if (isThere) return { memo, end: true }
    const isEnd = paging ? start + pageSize >= paging.total : elements.length < pageSize
    if (isEnd) return 'absent'
  }
  return 'unsure'
}
