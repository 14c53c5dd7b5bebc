import type { JsonObject, Step } from '#connectors/connector.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { type Settings, settingsOf } from '../settings.ts'
import { firstStepOf, piecesOf } from './pieces.ts'
import { putRecord } from './put.ts'

const rules: Readonly<Record<Exclude<Settings['replies'], undefined | 'everyone'>, readonly string[]>> = {
  mentioned: ['mentionRule'],
  followers: ['followerRule'],
  following: ['followingRule'],
  nobody: [],
}

/**
 * Limits who may reply with a separate record under the post's key. The owner may always reply, so this step can run
 * last.
 */
export const gate: Step<Grant, Memo> = {
  repeat: 'safe',
  optional: true,
  async run(call, post, memo) {
    const { replies = 'everyone' } = settingsOf(post.settings)
    const [root] = memo.posts ?? []
    if (root && replies !== 'everyone') await putRecord(call, gateFor(call.grant.did, root.uri, replies, call.born))
    const comment = piecesOf(post)[memo.at ?? 0]
    return comment ? { memo, then: firstStepOf(comment) } : { memo, end: true }
  },
}

function gateFor(did: string, post: string, replies: keyof typeof rules, born: Date): JsonObject {
  const collection = 'app.bsky.feed.threadgate'
  const allow = rules[replies].map((rule) => ({ $type: `${collection}#${rule}` }))
  const record = { $type: collection, post, allow, createdAt: born.toISOString() }
  return { repo: did, collection, rkey: post.slice(post.lastIndexOf('/') + 1), record }
}
