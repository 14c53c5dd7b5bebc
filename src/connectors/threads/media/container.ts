import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { type Answer, CallFailed, type Next, type Outgoing, type ReadCall, type Step } from '#connectors/connector.ts'
import { creationSteps, waitingSteps } from '#connectors/meta/container/prepare.ts'
import { publishingSteps } from '#connectors/meta/container/publish.ts'
import type { ContainerRules } from '#connectors/meta/container/rules.ts'
import { id, read } from '#connectors/meta/graph-call.ts'
import { ask, isUnknown } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { between, type Memo, postsOf } from '../memo.ts'
import { filesOf, firstStep, isComment, partOf } from '../plan.ts'
import { findPost } from '../post/find.ts'
import { creationFailure, itemParams, postParams } from './content.ts'

/** Delay before the next part. If a reply is sent too early, the error says that the post does not exist. */
const settledMs = 5_000

const rules: ContainerRules<Grant, Memo> = {
  network: 'Threads',
  paths: { create: () => '/me/threads', publish: () => '/me/threads_publish' },
  state: { fields: 'id,status,error_message', read: readState },
  deniedMs: 5_000,
  afreshMs: 10_000,
  ask: ({ http, grant }, _post, request) => ask(http, { ...request, token: grant.token }),
  isUnknown,
  filesOf: (post, memo) => (isComment(post, memo) ? [] : filesOf(post, partOf(memo))),
  itemParams,
  postParams,
  creationFailure,
  stepsOf: (post, memo) =>
    isComment(post, memo)
      ? { check: 'awaitComment', publish: 'publishComment' }
      : { check: 'ready', publish: 'publish' },
  afterDenied: (post, memo) => (isComment(post, memo) ? 'awaitComment' : 'ready'),
  anew: (post, memo) => ({ memo: between(memo), then: firstStep(post, partOf(memo)) }),
  // The step `name` follows: it requests the post's URL and leads to the next part.
  shown: (post, memo, remoteId) =>
    isComment(post, memo)
      ? { memo: between(memo), end: true }
      : {
          memo: { posts: [...postsOf(memo), remoteId] },
          shown: { part: partOf(memo), remoteId, url: null },
          then: 'name',
        },
  out: (post, memo) =>
    isComment(post, memo)
      ? { memo: between(memo), end: true }
      : { memo, shown: { part: partOf(memo), remoteId: null, url: null }, then: 'locate' },
  // A comment does not need its ID.
  needsId: (post, memo) => !isComment(post, memo),
  findPost,
  published(memo) {
    const part = partOf(memo) - 1
    return { part, remoteId: postsOf(memo)[part] ?? '' }
  },
  addressFor: (call, _post, remoteId) => addressFor(call, remoteId),
  onward,
}

export const { item, container } = creationSteps(rules)
export const { awaitItems, ready, denied, afresh } = waitingSteps(rules)
export const { publish, locate, name } = publishingSteps(rules)

/** The same steps for the first comment, without which a post is complete. */
export const comment: Step<Grant, Memo> = { ...container, optional: true }
export const awaitComment: Step<Grant, Memo> = { ...ready, optional: true }
export const publishComment: Step<Grant, Memo> = { ...publish, optional: true }

const shape = z.object({ status: z.string(), error_message: z.string().max(200).nullish().catch(null) })

function readState(answer: Answer) {
  const { status: code, error_message: reason } = read(answer, shape)
  return { code, reason: reason ?? 'UNKNOWN' }
}

const thread = z.object({ id, permalink: webUrl })

export async function addressFor({ http, grant }: ReadCall<Grant>, remoteId: string): Promise<string | null> {
  try {
    const params = { fields: 'id,permalink' }
    const request = { name: 'getThread', method: 'GET', path: `/${remoteId}`, params, token: grant.token } as const
    return read(await ask(http, request), thread).permalink
  } catch (error) {
    if (error instanceof CallFailed) return null
    throw error
  }
}

function onward(post: Outgoing, memo: Memo): Next<Memo> {
  const isWhole = isComment(post, memo)
  if (isWhole && post.firstComment === null) return { memo: between(memo), end: true }
  return { memo: between(memo), then: firstStep(post, partOf(memo)), afterMs: settledMs }
}
