import { z } from 'zod'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { isGraphError } from '#connectors/meta/inbox/walk.ts'
import { ask, linkTo, permalink } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { textOf } from '../plan.ts'
import { commentId, findComment } from './find-comment.ts'

const created = z.object({ id: commentId, permalink_url: permalink })
type Created = z.output<typeof created>

/** Replies to a comment, as the page itself. */
export const reply: Step<Grant, Memo> = {
  repeat: 'once',
  async run(call, post, memo) {
    const answer = await ask(call.http, {
      name: 'createComment',
      method: 'POST',
      path: `/${encodeURIComponent(post.answers?.remoteId ?? '')}/comments`,
      params: { message: textOf(post), fields: 'id,permalink_url' },
      token: pageTokenOf(call.grant, post),
    })
    return shown(call, memo, read(answer, created))
  },
  async find(call, post, memo, { first, ours }) {
    const search = { text: textOf(post), since: first, ours }
    try {
      for (const under of placesOf(post)) {
        const found = await findComment(call, post, { ...search, under })
        if (found !== 'absent') return found === 'unsure' ? found : shown(call, memo, found)
      }
      return 'absent'
    } catch (error) {
      // Without the comment, nothing shows whether it got the reply.
      if (isGraphError(error, (code) => code === 100)) return 'unsure'
      throw error
    }
  },
}

/** Returns the comments below which Facebook may show a reply: deep replies move up to the first comment. */
const placesOf = ({ answers }: Outgoing): readonly string[] =>
  answers ? [...new Set([answers.remoteId, answers.rootId])] : []

const shown = ({ http }: Call<Grant>, memo: Memo, { id, permalink_url }: Created): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId: id, url: permalink_url ? linkTo(http, permalink_url) : null },
  end: true,
})
