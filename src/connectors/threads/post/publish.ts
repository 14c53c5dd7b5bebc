import { z } from 'zod'
import { renamed } from '#connectors/api/json-api.ts'
import { webUrl } from '#connectors/api/web-url.ts'
import {
  type Call,
  CallFailed,
  type Doubt,
  type Next,
  type Outgoing,
  type ReadCall,
  type Step,
} from '#connectors/connector.ts'
import { id, made, read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask } from '../api/graph.ts'
import type { Grant } from '../auth/grant.ts'
import { hasBecome, isUnknown } from '../media/state.ts'
import { between, containerOf, type Memo, postsOf } from '../memo.ts'
import { firstStep, isComment, partOf } from '../plan.ts'
import { findPost } from './find.ts'

/**
 * Publishes a container, which works only once. The container's state shows whether it was published; the post's ID
 * then has to be searched for.
 */
const publishing: Pick<Step<Grant, Memo>, 'repeat' | 'run' | 'find'> = {
  repeat: 'once',
  async run(call, post, memo) {
    try {
      return isComment(post, memo) ? await comment(call, memo) : shown(memo, await publishIt(call, memo))
    } catch (error) {
      if (!isNo(error)) throw error
      return await afterNo(call, post, memo, error)
    }
  },
  find,
}
export const publish: Step<Grant, Memo> = publishing
export const publishComment: Step<Grant, Memo> = { ...publishing, optional: true }

async function comment(call: Call<Grant>, memo: Memo): Promise<Next<Memo>> {
  await publishIt(call, memo)
  return { memo: between(memo), end: true }
}

async function publishIt({ http, grant }: Call<Grant>, memo: Memo): Promise<string> {
  const params = { creation_id: containerOf(memo) }
  const path = '/me/threads_publish'
  const request = { name: 'publishContainer', method: 'POST', path, params, token: grant.token } as const
  return read(await ask(http, request), made).id
}

/**
 * Failure codes of this connector: the container no longer exists, and it is unknown whether the post was published.
 */
export const expired = 'container_expired'
export const unsettled = 'publish_unsettled'

/** Meta flags a post as spam, but may have published it: Instagram has flagged posts that were published. */
const calledSpam = 2_207_051

/** True for an error that the container can explain: it has expired or is already published. */
function isNo(error: unknown): error is CallFailed {
  const graphError =
    error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  return graphError !== null && (isUnknown(error) || graphError.code === 100 || graphError.subcode === calledSpam)
}

async function afterNo(call: Call<Grant>, post: Outgoing, memo: Memo, error: CallFailed): Promise<Next<Memo>> {
  const state = await hasBecome(call, containerOf(memo))
  if (state === 'out') return outAs(post, memo)
  if (state === 'expired' || state === 'failed') throw renamed(error.failure, expired)
  const isSpam = graphErrorOf(error.failure)?.subcode === calledSpam
  // Such a post may be published, and a container that no longer exists does not show it.
  throw isSpam && state === 'gone' ? renamed(error.failure, unsettled) : error
}

async function find(call: Call<Grant>, post: Outgoing, memo: Memo, doubt: Doubt) {
  const state = await hasBecome(call, containerOf(memo))
  switch (state) {
    case 'ready':
    case 'expired':
    case 'failed':
      return 'absent'
    case 'working':
      return { memo, then: isComment(post, memo) ? 'awaitComment' : 'ready', afterMs: 5_000 }
    case 'out':
    case 'gone':
      break
    default:
      return state satisfies never
  }
  if (isComment(post, memo) && state === 'out') return outAs(post, memo)
  const found = await findPost(call, post, { memo, since: sinceOf(call, memo), ours: (id) => doubt.ours(id) })
  if (found !== 'absent' && found !== 'unsure')
    return isComment(post, memo) ? { memo: between(memo), end: true as const } : shown(memo, found)
  return state === 'out' ? outAs(post, memo) : 'unsure'
}

/** The current part cannot be older. */
const sinceOf = ({ born }: Call<Grant>, { since }: Memo): Date => (since === undefined ? born : new Date(since))

/**
 * Builds the result for a published post. The step `name` follows: it requests the post's URL and leads to the next
 * part.
 */
const shown = (memo: Memo, remoteId: string): Next<Memo> => ({
  memo: { posts: [...postsOf(memo), remoteId] },
  shown: { part: partOf(memo), remoteId, url: null },
  then: 'name',
})

/** Builds the result for a published post with an unknown ID. A comment does not need its ID. */
export function outAs(post: Outgoing, memo: Memo): Next<Memo> {
  if (isComment(post, memo)) return { memo: between(memo), end: true }
  return { memo, shown: { part: partOf(memo), remoteId: null, url: null }, then: 'locate' }
}

const locateMs = 10_000

export const locate: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const found = await findPost(call, post, { memo, since: sinceOf(call, memo), ours: async () => true })
    return found === 'absent' || found === 'unsure' ? { memo, then: 'locate', afterMs: locateMs } : shown(memo, found)
  },
}

const askedMax = 3
const againMs = 5_000
/** The time before the next part. If a reply comes too early, the error says that the post does not exist. */
const settledMs = 5_000

const thread = z.object({ id, permalink: webUrl })

/**
 * Requests the post's URL, which contains an ID that only Threads knows. A missing URL does not fail the post.
 */
export const name: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const part = partOf(memo) - 1
    const remoteId = postsOf(memo)[part] ?? ''
    const url = await addressFor(call, remoteId)
    if (url !== null) return { ...onward(post, memo), shown: { part, remoteId, url } }
    const requestCount = (memo.asked ?? 0) + 1
    if (requestCount < askedMax) return { memo: { ...memo, asked: requestCount }, then: 'name', afterMs: againMs }
    return { ...onward(post, memo), warning: noAddress }
  },
}

const noAddress = 'Threads published the post but did not return its URL.'

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
