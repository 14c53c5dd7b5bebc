import { type Call, CallFailed, type Outgoing, type OutgoingMedia, type Step } from '#connectors/connector.ts'
import { made, type Params, read } from '../graph-call.ts'
import { type ContainerMemo, type ContainerRules, containerOf, itemsOf } from './rules.ts'
import { stateOf } from './state.ts'

/**
 * The lifetime of a container. A second one is harmless: unused containers expire after a day, and do not count toward a
 * quota.
 */
const keptMs = 23 * 3_600_000

/** Delay before the first check of a video. Anything else is processed almost immediately. */
const videoMs = 5_000

/**
 * Delay between two checks of a container. The networks refuse to publish a container that is not ready, including
 * images, carousels and texts.
 */
const lookMs = 3_000
const videoLookMs = 10_000
const patienceMs = 30 * 60_000
const deniedMax = 3

const hasVideo = (files: readonly OutgoingMedia[]): boolean => files.some(({ kind }) => kind === 'video')
const waitFor = (files: readonly OutgoingMedia[]): { readonly afterMs?: number } =>
  hasVideo(files) ? { afterMs: videoMs } : {}
const lookAfter = (files: readonly OutgoingMedia[]): number => (hasVideo(files) ? videoLookMs : lookMs)
const dying = ({ now }: Call<unknown>) => ({ diesAt: new Date(now.getTime() + keptMs) })

/** Builds the steps that create containers. */
export function creationSteps<Grant, Memo extends ContainerMemo>(rules: ContainerRules<Grant, Memo>) {
  const { filesOf } = rules

  /** Creates the container for one carousel file in each run. */
  const item: Step<Grant, Memo> = {
    repeat: 'safe',
    async run(call, post, memo) {
      const files = filesOf(post, memo)
      const items = itemsOf(memo)
      if (items.length >= files.length) return { memo, then: 'awaitItems' }
      const next = {
        ...memo,
        items: [...items, await create(rules, call, post, await rules.itemParams(call, post, memo))],
      }
      if (next.items.length < files.length)
        return { memo: next, then: 'item', ...(items.length > 0 ? {} : dying(call)) }
      return { memo: next, then: 'awaitItems', ...waitFor(files) }
    },
  }

  /** Creates the container for the post itself. */
  const container: Step<Grant, Memo> = {
    repeat: 'safe',
    async run(call, post, memo) {
      const id = await create(rules, call, post, await rules.postParams(call, post, memo))
      const next = { ...memo, container: id, since: call.now.toISOString() }
      const timing = itemsOf(memo).length > 0 ? {} : { ...waitFor(filesOf(post, memo)), ...dying(call) }
      return { memo: next, then: rules.stepsOf(post, memo).check, ...timing }
    },
  }
  return { item, container }
}

/** Creates a container. */
async function create<Grant, Memo extends ContainerMemo>(
  { ask, paths, creationFailure }: ContainerRules<Grant, Memo>,
  call: Call<Grant>,
  post: Outgoing,
  params: Params,
): Promise<string> {
  try {
    const request = { name: 'createContainer', method: 'POST', path: paths.create(post), params } as const
    return read(await ask(call, post, request), made).id
  } catch (error) {
    throw error instanceof CallFailed && creationFailure ? creationFailure(error, params, post) : error
  }
}

/** Builds the steps that wait until containers are ready, and those that start over. */
export function waitingSteps<Grant, Memo extends ContainerMemo>(rules: ContainerRules<Grant, Memo>) {
  const { filesOf, stepsOf, anew } = rules

  /** Checks the container of one carousel file in each run. */
  const awaitItems: Step<Grant, Memo> = {
    repeat: 'safe',
    patienceMs,
    async run(call, post, memo) {
      const { ready: isReady = 0 } = memo
      const items = itemsOf(memo)
      const current = items[isReady]
      if (current === undefined) return { memo, then: 'container' }
      const state = await stateOf(rules, call, post, current)
      if (state === 'expired') return anew(post, memo)
      if (state !== 'ready') return { memo, then: 'awaitItems', afterMs: lookAfter(filesOf(post, memo)) }
      const next = isReady + 1
      return { memo: { ...memo, ready: next }, then: next < items.length ? 'awaitItems' : 'container' }
    },
  }

  /** Checks the container of the post itself. */
  const ready: Step<Grant, Memo> = {
    repeat: 'safe',
    patienceMs,
    async run(call, post, memo) {
      const state = await stateOf(rules, call, post, containerOf(memo))
      const steps = stepsOf(post, memo)
      if (state === 'ready') return { memo, then: steps.publish }
      if (state === 'out') return rules.out(post, memo)
      if (state === 'expired') return anew(post, memo)
      return { memo, then: steps.check, afterMs: lookAfter(filesOf(post, memo)) }
    },
  }

  /**
   * Waits after the network reported a ready container as unknown, because its servers synchronize with a delay. After
   * several such reports the container is created again.
   */
  const denied: Step<Grant, Memo> = {
    repeat: 'safe',
    async run(_call, post, memo) {
      const times = (memo.denied ?? 0) + 1
      if (times > deniedMax) return anew(post, memo)
      return { memo: { ...memo, denied: times }, then: rules.afterDenied(post, memo), afterMs: rules.deniedMs }
    },
  }

  /** Discards the containers. */
  const afresh: Step<Grant, Memo> = {
    repeat: 'safe',
    run: async (_call, post, memo) => ({ ...anew(post, memo), afterMs: rules.afreshMs }),
  }
  return { awaitItems, ready, denied, afresh }
}
