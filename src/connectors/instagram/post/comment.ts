import type { Step } from '#connectors/connector.ts'
import { made, read } from '#connectors/meta/graph-call.ts'
import { ask } from '../api.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { type Memo, postOf } from '../memo.ts'
import { findComment } from './find-comment.ts'

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
  async find(call, post, memo, { first, ours }) {
    const list = { name: 'listComments', path: `/${postOf(memo)}/comments` } as const
    const found = await findComment(call, post, { list, text: post.firstComment ?? '', since: first, ours })
    return typeof found === 'string' ? found : { memo, end: true }
  },
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
