import type { Call, Next, Outgoing, OutgoingMedia, Step } from '#connectors/connector.ts'
import type { Grant } from '../auth/grant.ts'
import { between, containerOf, itemsOf, type Memo } from '../memo.ts'
import { filesOf, firstStep, isComment, partOf } from '../plan.ts'
import { outAs } from '../post/publish.ts'
import { stateOf } from './state.ts'

/**
 * The time between two checks of a container. Threads refuses to publish a container that is not ready, even a
 * text-only one.
 */
const lookMs = 3_000
const filmLookMs = 10_000
const patienceMs = 30 * 60_000

/** Checks the container of one of several files in each run. */
export const awaitItems: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const { ready = 0 } = memo
    const items = itemsOf(memo)
    const current = items[ready]
    if (current === undefined) return { memo, then: 'container' }
    const state = await stateOf(call, current)
    if (state === 'expired') return afreshFrom(post, memo)
    if (state !== 'ready') return { memo, then: 'awaitItems', afterMs: lookAfter(filesOf(post, partOf(memo))) }
    return { memo: { ...memo, ready: ready + 1 }, then: ready + 1 < items.length ? 'awaitItems' : 'container' }
  },
}

/** Checks the container of the part itself, or of the first comment. */
const waiting: Pick<Step<Grant, Memo>, 'repeat' | 'patienceMs' | 'run'> = {
  repeat: 'safe',
  patienceMs,
  async run(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>> {
    const ofComment = isComment(post, memo)
    const state = await stateOf(call, containerOf(memo))
    if (state === 'ready') return { memo, then: ofComment ? 'publishComment' : 'publish' }
    if (state === 'out') return outAs(post, memo)
    if (state === 'expired') return afreshFrom(post, memo)
    const files = ofComment ? [] : filesOf(post, partOf(memo))
    return { memo, then: ofComment ? 'awaitComment' : 'ready', afterMs: lookAfter(files) }
  },
}
export const ready: Step<Grant, Memo> = waiting
export const awaitComment: Step<Grant, Memo> = { ...waiting, optional: true }

const lookAfter = (files: readonly OutgoingMedia[]): number =>
  files.some(({ kind }) => kind === 'video') ? filmLookMs : lookMs

const deniedMax = 3
const deniedMs = 5_000
const afreshMs = 10_000

/**
 * Waits after Threads reported a ready container as unknown: its servers synchronize with a delay. After several such
 * reports the container is created again.
 */
export const denied: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, post, memo) {
    const times = (memo.denied ?? 0) + 1
    if (times > deniedMax) return afreshFrom(post, memo)
    return {
      memo: { ...memo, denied: times },
      then: isComment(post, memo) ? 'awaitComment' : 'ready',
      afterMs: deniedMs,
    }
  },
}

/** Discards the containers of the current part. */
export const afresh: Step<Grant, Memo> = {
  repeat: 'safe',
  run: async (_call, post, memo) => ({ ...afreshFrom(post, memo), afterMs: afreshMs }),
}

const afreshFrom = (post: Outgoing, memo: Memo) => ({ memo: between(memo), then: firstStep(post, partOf(memo)) })
