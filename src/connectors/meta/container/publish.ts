import { renamed } from '#connectors/api/json-api.ts'
import type { Call, CallFailed, Doubt, Next, Outgoing, Step } from '#connectors/connector.ts'
import { made, read } from '../graph-call.ts'
import { type ContainerMemo, type ContainerRules, containerOf } from './rules.ts'
import { graphErrorIn, hasBecome } from './state.ts'

/**
 * Failure codes of the connectors: the container no longer exists, and it is unknown whether the post was published.
 */
export const expired = 'container_expired'
export const unsettled = 'publish_unsettled'

/** Meta flags a post as spam, but may have published it: Instagram has published some of these. */
const calledSpam = 2_207_051

const locateMs = 10_000
const requestsMax = 3
const againMs = 5_000

/**
 * Builds the steps that publish the container, and find the post's ID and URL. Publishing works only once and is the
 * only visible call. The container's state shows whether it was published; the post's ID then has to be searched for.
 */
export function publishingSteps<Grant, Memo extends ContainerMemo>(rules: ContainerRules<Grant, Memo>) {
  const { ask, paths, shown, findPost } = rules

  const publish: Step<Grant, Memo> = {
    repeat: 'once',
    async run(call, post, memo) {
      const params = { creation_id: containerOf(memo) }
      try {
        const request = { name: 'publishContainer', method: 'POST', path: paths.publish(post), params } as const
        return shown(post, memo, read(await ask(call, post, request), made).id)
      } catch (error) {
        if (!isToBeChecked(rules, error)) throw error
        return await afterRefusal(rules, call, post, { memo, error })
      }
    },
    find: (call, post, memo, doubt) => findPublished(rules, call, post, { memo, doubt }),
  }

  /** Searches for the ID of a published post. */
  const locate: Step<Grant, Memo> = {
    repeat: 'safe',
    async run(call, post, memo) {
      const found = await findPost(call, post, { memo, since: sinceOf(call, memo), ours: async () => true })
      if (found === 'absent' || found === 'unsure') return { memo, then: 'locate', afterMs: locateMs }
      return shown(post, memo, found)
    },
  }

  /**
   * Requests the post's URL, which contains a code that only the network knows. Shortly after publishing the request may
   * fail. A missing URL does not fail the post.
   */
  const name: Step<Grant, Memo> = {
    repeat: 'safe',
    async run(call, post, memo) {
      const { part, remoteId } = rules.published(memo)
      const url = await rules.addressFor(call, post, remoteId)
      if (url !== null) return { ...rules.onward(post, memo), shown: { part, remoteId, url } }
      const requestCount = (memo.asked ?? 0) + 1
      if (requestCount < requestsMax) return { memo: { ...memo, asked: requestCount }, then: 'name', afterMs: againMs }
      return {
        ...rules.onward(post, memo),
        warning: `${rules.network} published the post but did not return its URL.`,
      }
    },
  }
  return { publish, locate, name }
}

/** True for an error that the container can explain: it has expired or is already published. */
function isToBeChecked<Grant, Memo extends ContainerMemo>(
  { isUnknown }: ContainerRules<Grant, Memo>,
  error: unknown,
): error is CallFailed {
  const graphError = graphErrorIn(error)
  return graphError !== null && (isUnknown(error) || graphError.code === 100 || graphError.subcode === calledSpam)
}

async function afterRefusal<Grant, Memo extends ContainerMemo>(
  rules: ContainerRules<Grant, Memo>,
  call: Call<Grant>,
  post: Outgoing,
  { memo, error }: { readonly memo: Memo; readonly error: CallFailed },
): Promise<Next<Memo>> {
  const state = await hasBecome(rules, call, post, containerOf(memo))
  if (state === 'out') return rules.out(post, memo)
  if (state === 'expired' || state === 'failed') throw renamed(error.failure, expired)
  const isSpam = graphErrorIn(error)?.subcode === calledSpam
  // Such a post may be published, and a container that no longer exists does not show it.
  throw isSpam && state === 'gone' ? renamed(error.failure, unsettled) : error
}

async function findPublished<Grant, Memo extends ContainerMemo>(
  rules: ContainerRules<Grant, Memo>,
  call: Call<Grant>,
  post: Outgoing,
  { memo, doubt }: { readonly memo: Memo; readonly doubt: Doubt },
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const state = await hasBecome(rules, call, post, containerOf(memo))
  if (state === 'ready' || state === 'expired' || state === 'failed') return 'absent'
  if (state === 'working') return { memo, then: rules.stepsOf(post, memo).check, afterMs: 5_000 }
  if (state === 'out' && rules.needsId?.(post, memo) === false) return rules.out(post, memo)
  const search = { memo, since: sinceOf(call, memo), ours: (id: string) => doubt.ours(id) }
  const found = await rules.findPost(call, post, search)
  if (found !== 'absent' && found !== 'unsure') return rules.shown(post, memo, found)
  return state === 'out' ? rules.out(post, memo) : 'unsure'
}

/** The post cannot be older than its container. */
const sinceOf = ({ born }: Call<unknown>, { since }: ContainerMemo): Date =>
  since === undefined ? born : new Date(since)
