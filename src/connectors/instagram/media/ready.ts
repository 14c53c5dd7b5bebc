import type { Outgoing, Step } from '#connectors/connector.ts'
import type { Grant } from '../auth/grant.ts'
import { containerOf, itemsOf, type Memo } from '../memo.ts'
import { containerStep, filesOf } from '../plan.ts'
import { outAs } from '../post/shown.ts'
import { stateOf } from './state.ts'

/**
 * The time between two checks of a container. Instagram refuses to publish a container that is not ready, including
 * images and carousels.
 */
const lookMs = 3_000
const filmLookMs = 10_000
const patienceMs = 30 * 60_000

/** Checks the container of one carousel file in each run. */
export const awaitItems: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const { ready = 0 } = memo
    const items = itemsOf(memo)
    const current = items[ready]
    if (current === undefined) return { memo, then: 'container' }
    const state = await stateOf(call, post, current)
    if (state === 'expired') return begunAnew(post)
    if (state !== 'ready') return { memo, then: 'awaitItems', afterMs: lookAfter(post) }
    return { memo: { ...memo, ready: ready + 1 }, then: ready + 1 < items.length ? 'awaitItems' : 'container' }
  },
}

/** Checks the container of the post itself. */
export const ready: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const state = await stateOf(call, post, containerOf(memo))
    if (state === 'ready') return { memo, then: 'publish' }
    if (state === 'out') return outAs(memo)
    if (state === 'expired') return begunAnew(post)
    return { memo, then: 'ready', afterMs: lookAfter(post) }
  },
}

const lookAfter = (post: Outgoing): number => (filesOf(post).some(({ kind }) => kind === 'video') ? filmLookMs : lookMs)

const deniedMax = 3
const deniedMs = 20_000
const afreshMs = 30_000

/**
 * Waits after Instagram reported a container as unknown, because its servers synchronize with a delay. After several
 * such reports the container is created again.
 */
export const denied: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, post, memo) {
    const times = (memo.denied ?? 0) + 1
    if (times > deniedMax) return begunAnew(post)
    const then = memo.container === undefined ? 'awaitItems' : 'ready'
    return { memo: { ...memo, denied: times }, then, afterMs: deniedMs }
  },
}

/** Discards the containers. */
export const afresh: Step<Grant, Memo> = {
  repeat: 'safe',
  run: async (_call, post) => ({ ...begunAnew(post), afterMs: afreshMs }),
}

const begunAnew = (post: Outgoing) => ({ memo: {}, then: containerStep(post) })
