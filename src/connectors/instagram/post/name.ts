import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { CallFailed, type Next, type Outgoing, type ReadCall, type Step } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask } from '../api/graph.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { type Memo, postOf } from '../memo.ts'
import { stepAfter } from '../plan.ts'
import { findPost, sinceOf } from './find.ts'
import { shownAs } from './shown.ts'

const locateMs = 10_000

/** Searches for the ID of a published post. */
export const locate: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const found = await findPost(call, post, { since: sinceOf(call, memo), ours: async () => true })
    if (found === 'absent' || found === 'unsure') return { memo, then: 'locate', afterMs: locateMs }
    return shownAs(memo, found.remoteId)
  },
}

const askedMax = 3
const againMs = 5_000
/** The time before a comment. If it comes too early, the error says that the post does not exist. */
const settledMs = 5_000

const media = z.object({ permalink: webUrl })

/**
 * Requests the post's URL, which contains a code that only Instagram knows. Shortly after publishing the request may
 * fail. A missing URL does not fail the post.
 */
export const name: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const remoteId = postOf(memo)
    const url = await addressFor(call, post, remoteId)
    if (url !== null) return { ...onward(post, memo), shown: { part: 0, remoteId, url } }
    const requestCount = (memo.asked ?? 0) + 1
    if (requestCount < askedMax) return { memo: { ...memo, asked: requestCount }, then: 'name', afterMs: againMs }
    return { ...onward(post, memo), warning: 'Instagram published the post but did not return its URL.' }
  },
}

async function addressFor({ http, grant }: ReadCall<Grant>, post: Outgoing, remoteId: string): Promise<string | null> {
  try {
    const params = { fields: 'id,permalink,shortcode' }
    const request = { name: 'getMedia', method: 'GET', path: `/${remoteId}`, params } as const
    return read(await ask(http, authorOf(grant, post), request), media).permalink
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}

function onward(post: Outgoing, memo: Memo): Next<Memo> {
  const then = stepAfter(post)
  return then === null ? { memo, end: true } : { memo, then, afterMs: settledMs }
}
