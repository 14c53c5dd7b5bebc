import { z } from 'zod'
import type { Step } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask, postId } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { findComment } from './find-comment.ts'

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
  async find(call, post, memo, { first, ours }) {
    const search = { under: memo.post ?? '', text: post.firstComment ?? '', since: first, ours }
    const found = await findComment(call, post, search)
    return typeof found === 'string' ? found : { memo, end: true }
  },
}
