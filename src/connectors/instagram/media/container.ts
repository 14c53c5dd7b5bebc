import type { Call, Outgoing, Step } from '#connectors/connector.ts'
import { made, type Params, read } from '#connectors/meta/graph-call.ts'
import { ask } from '../api/graph.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { itemsOf, type Memo } from '../memo.ts'
import { filesOf } from '../plan.ts'
import { itemParams, postParams } from './content.ts'

/**
 * The lifetime of a container, which holds the content before it is visible. A second one is harmless: unused containers
 * expire after a day, and do not count as posts.
 */
const keptMs = 23 * 3_600_000
/** The time before the first check of a video. Instagram processes images almost immediately. */
const filmMs = 5_000

/** Creates the container for one carousel file in each run. */
export const item: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const files = filesOf(post)
    const items = itemsOf(memo)
    if (items.length >= files.length) return { memo, then: 'awaitItems' }
    const next = { ...memo, items: [...items, await create(call, post, await itemParams(call, post, items.length))] }
    const dies = items.length > 0 ? {} : dying(call)
    if (next.items.length < files.length) return { memo: next, then: 'item', ...dies }
    return { memo: next, then: 'awaitItems', ...waitFor(post), ...dies }
  },
}

/** Creates the container for the post itself. */
export const container: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const items = itemsOf(memo)
    const id = await create(call, post, await postParams(call, post, items))
    const next = { ...memo, container: id, since: call.now.toISOString() }
    return { memo: next, then: 'ready', ...(items.length > 0 ? {} : { ...waitFor(post), ...dying(call) }) }
  },
}

const waitFor = (post: Outgoing): { readonly afterMs?: number } =>
  filesOf(post).some(({ kind }) => kind === 'video') ? { afterMs: filmMs } : {}

const dying = ({ now }: Call<Grant>) => ({ diesAt: new Date(now.getTime() + keptMs) })

async function create({ http, grant }: Call<Grant>, post: Outgoing, params: Params): Promise<string> {
  const path = `/${encodeURIComponent(post.account.remoteId)}/media`
  const answer = await ask(http, authorOf(grant, post), { name: 'createContainer', method: 'POST', path, params })
  return read(answer, made).id
}
