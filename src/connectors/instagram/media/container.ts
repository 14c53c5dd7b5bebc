import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { type Answer, CallFailed, type Next, type Outgoing, type ReadCall } from '#connectors/connector.ts'
import { creationSteps, waitingSteps } from '#connectors/meta/container/prepare.ts'
import { publishingSteps } from '#connectors/meta/container/publish.ts'
import { type ContainerRules, itemsOf } from '#connectors/meta/container/rules.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { ask, isUnknown } from '../api.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { type Memo, postOf } from '../memo.ts'
import { containerStep, filesOf, stepAfter } from '../plan.ts'
import { findPost } from '../post/find.ts'
import { itemParams, postParams } from './content.ts'

/** Delay before a comment. If it is sent too early, the error says that the post does not exist. */
const settledMs = 5_000

const accountPath = ({ account }: Outgoing): string => `/${encodeURIComponent(account.remoteId)}`

const rules: ContainerRules<Grant, Memo> = {
  network: 'Instagram',
  paths: { create: (post) => `${accountPath(post)}/media`, publish: (post) => `${accountPath(post)}/media_publish` },
  state: { fields: 'status_code,status', read: readState },
  deniedMs: 20_000,
  afreshMs: 30_000,
  ask: ({ http, grant }, post, request) => ask(http, authorOf(grant, post), request),
  isUnknown,
  filesOf,
  itemParams: (call, post, memo) => itemParams(call, post, itemsOf(memo).length),
  postParams: (call, post, memo) => postParams(call, post, itemsOf(memo)),
  stepsOf: () => ({ check: 'ready', publish: 'publish' }),
  afterDenied: (_post, { container }) => (container === undefined ? 'awaitItems' : 'ready'),
  anew: (post) => ({ memo: {}, then: containerStep(post) }),
  // The step `name` follows, because people need the post's URL.
  shown: (_post, memo, remoteId) => ({
    memo: { ...memo, post: remoteId },
    shown: { part: 0, remoteId, url: null },
    then: 'name',
  }),
  out: (_post, memo) => ({ memo, shown: { part: 0, remoteId: null, url: null }, then: 'locate' }),
  async findPost(call, post, search) {
    const found = await findPost(call, post, search)
    return typeof found === 'string' ? found : found.remoteId
  },
  published: (memo) => ({ part: 0, remoteId: postOf(memo) }),
  addressFor,
  onward,
}

export const { item, container } = creationSteps(rules)
export const { awaitItems, ready, denied, afresh } = waitingSteps(rules)
export const { publish, locate, name } = publishingSteps(rules)

const shape = z.object({ status_code: z.string(), status: z.string().max(1_000).nullish().catch(null) })

/** The status text of a failed container contains the second number of a publishing error. */
function readState(answer: Answer) {
  const { status_code: code, status } = read(answer, shape)
  return { code, reason: /\b2207\d{3}\b/.exec(status ?? '')?.[0] ?? '' }
}

const media = z.object({ permalink: webUrl })

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
