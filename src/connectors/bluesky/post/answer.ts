import { z } from 'zod'
import { ownFailure } from '#connectors/api/json-api.ts'
import type { Step } from '#connectors/connector.ts'
import { answeredMissing } from '#connectors/verdicts/verdicts.ts'
import { query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { firstStepOf, pieceAt } from './pieces.ts'

const ref = z.object({ uri: z.string(), cid: z.string() })
const posts = z.object({
  posts: z.array(
    ref.extend({
      record: z.object({ reply: z.object({ root: ref }).optional().catch(undefined) }),
      viewer: z.object({ replyDisabled: z.boolean().optional() }).optional().catch(undefined),
    }),
  ),
})

/** Reads what a reply answers. The reply names it, and the beginning of its thread, by URI and CID. */
export const answer: Step<Grant, Memo> = {
  repeat: 'safe',
  async run({ http, grant }, post, memo) {
    const params = { uris: [post.answers?.remoteId ?? ''] }
    const call = { server: grant.server, nsid: 'app.bsky.feed.getPosts', params, as: grant }
    const [found] = (await query(http, call, posts)).posts
    if (!found || found.viewer?.replyDisabled) throw ownFailure(answeredMissing)
    const { uri, cid, record } = found
    const parent = { uri, cid }
    return {
      memo: { ...memo, answered: { root: record.reply?.root ?? parent, parent } },
      then: firstStepOf(pieceAt(post, memo)),
    }
  },
}
