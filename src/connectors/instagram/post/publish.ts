import { renamed } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type Doubt, type Next, type Outgoing, type Step } from '#connectors/connector.ts'
import { made, read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask } from '../api/graph.ts'
import { authorOf, type Grant } from '../auth/grant.ts'
import { hasBecome, isUnknown } from '../media/state.ts'
import { containerOf, type Memo } from '../memo.ts'
import { findPost, sinceOf } from './find.ts'
import { outAs, shownAs } from './shown.ts'

/**
 * Failure codes of this connector: the container no longer exists, and it is unknown whether the post was published.
 */
export const expired = 'container_expired'
export const unsettled = 'publish_unsettled'

/** Instagram flags a post as spam, but has published some of these. */
const calledSpam = 2_207_051

/**
 * Publishes the container. This works only once and is the only visible call. The container's state shows whether it
 * was published; the post's ID then has to be searched for.
 */
export const publish: Step<Grant, Memo> = {
  repeat: 'once',
  async run(call, post, memo) {
    try {
      return shownAs(memo, await publishContainer(call, post, memo))
    } catch (error) {
      if (!isToBeChecked(error)) throw error
      return await afterRefusal(call, post, memo, error)
    }
  },
  find,
}

async function publishContainer({ http, grant }: Call<Grant>, post: Outgoing, memo: Memo): Promise<string> {
  const params = { creation_id: containerOf(memo) }
  const path = `/${encodeURIComponent(post.account.remoteId)}/media_publish`
  const answer = await ask(http, authorOf(grant, post), { name: 'publishContainer', method: 'POST', path, params })
  return read(answer, made).id
}

/** True for an error that the container can explain: it has expired or is already published. */
function isToBeChecked(error: unknown): error is CallFailed {
  const graphError =
    error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  return graphError !== null && (isUnknown(error) || graphError.code === 100 || graphError.subcode === calledSpam)
}

async function afterRefusal(call: Call<Grant>, post: Outgoing, memo: Memo, error: CallFailed): Promise<Next<Memo>> {
  const state = await hasBecome(call, post, containerOf(memo))
  if (state === 'out') return outAs(memo)
  if (state === 'expired' || state === 'failed') throw renamed(error.failure, expired)
  const isSpam = graphErrorOf(error.failure)?.subcode === calledSpam
  // Such a post may be published, and a container that no longer exists does not show it.
  throw isSpam && state === 'gone' ? renamed(error.failure, unsettled) : error
}

async function find(call: Call<Grant>, post: Outgoing, memo: Memo, doubt: Doubt) {
  const state = await hasBecome(call, post, containerOf(memo))
  switch (state) {
    case 'ready':
    case 'expired':
    case 'failed':
      return 'absent'
    case 'working':
      return { memo, then: 'ready', afterMs: 5_000 }
    case 'out':
    case 'gone':
      break
    default:
      return state satisfies never
  }
  const found = await findPost(call, post, { since: sinceOf(call, memo), ours: (id) => doubt.ours(id) })
  if (found !== 'absent' && found !== 'unsure') return shownAs(memo, found.remoteId)
  return state === 'out' ? outAs(memo) : 'unsure'
}
