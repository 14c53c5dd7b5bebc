import type { Next, Outgoing, Step } from '#connectors/connector.ts'
import { made, read } from '#connectors/meta/graph-call.ts'
import { isGraphError } from '#connectors/meta/inbox/walk.ts'
import { ask } from '../api.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { textOf } from '../plan.ts'
import { findComment } from './find-comment.ts'

/**
 * Replies under a first comment: Instagram has no deeper replies. The call names no fields: with `fields`, Instagram
 * writes the reply and then fails.
 */
export const reply: Step<Grant, Memo> = {
  repeat: 'once',
  async run({ http, grant }, post, memo) {
    const params = { message: textOf(post) }
    const request = { name: 'createReply', method: 'POST', path: pathOf(post), params } as const
    return shown(memo, read(await ask(http, authorOf(grant, post), request), made).id)
  },
  async find(call, post, memo, { first, ours }) {
    const list = { name: 'listReplies', path: pathOf(post) } as const
    try {
      const found = await findComment(call, post, { list, text: textOf(post), since: first, ours })
      return typeof found === 'string' ? found : shown(memo, found.id)
    } catch (error) {
      // The replies of a comment that was deleted cannot be read.
      if (isGraphError(error, (code) => code === 100)) return 'unsure'
      throw error
    }
  },
}

const pathOf = ({ answers }: Outgoing): string => `/${encodeURIComponent(answers?.rootId ?? '')}/replies`

const shown = (memo: Memo, id: string): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId: id, url: null },
  end: true,
})
