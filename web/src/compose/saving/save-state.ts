import { PosthornError } from '@posthorn/sdk'
import { kindOf, type ProblemKind } from '#web/ui/problem/problem-kind.ts'
import type { Draft } from '../draft/draft.ts'
import type { Clash } from '../draft/merge.ts'
import type { KnownVersion } from './copies.ts'

/** `fault`: the service made an error of its own. */
type Wait = 'offline' | 'busy' | 'fault' | 'signed-out'

/** The safety of the words, for the reader of the page. */
export type SaveState =
  | { readonly kind: 'blank' }
  /** Written, and about to be saved. */
  | { readonly kind: 'edited' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  /** Kept in this browser only, because a scheduled post changes when the user says so. */
  | { readonly kind: 'held' }
  /** Kept in this browser until the service answers again. */
  | { readonly kind: 'waiting'; readonly why: Wait; readonly error?: Error }
  | {
      readonly kind: 'conflict'
      readonly clashes: readonly Clash[]
      readonly mine: Draft
      readonly theirs: KnownVersion
    }
  /** The service will not take it as it is. */
  | { readonly kind: 'refused'; readonly error: Error; readonly isGone: boolean }

/** The post that is being written, as the page shows it. */
export interface RoomView {
  readonly draft: Draft
  readonly save: SaveState
  /** The version that the service has; null: it has none yet. */
  readonly base: KnownVersion | null
  /** Fields that were taken over from somebody else's change, since this page opened. */
  readonly taken: readonly string[]
  /** When the copy was written from which this page went on; null: there was none. */
  readonly restoredFrom: string | null
}

interface Setback {
  readonly state: SaveState
  /** The pause before the next try; null: another try needs a change. */
  readonly retryMs: number | null
}

const longestPauseMs = 30_000
const goneCodes = ['post_not_found', 'post_in_trash', 'post_not_editable', 'post_wrong_status', 'post_forbidden']

const waitAfter: Partial<Record<ProblemKind, Wait>> = { noAnswer: 'offline', busy: 'busy', ours: 'fault' }

/** Says what a failed save means for the words, and when to try again. */
export function readSetback(error: Error, failures: number): Setback {
  if (!(error instanceof PosthornError)) return { state: { kind: 'refused', error, isGone: false }, retryMs: null }
  const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** failures)
  if (error.status === 401) return { state: { kind: 'waiting', why: 'signed-out' }, retryMs: pauseMs }
  if (error.status === 429 || error.code === 'idempotency_in_progress')
    return { state: { kind: 'waiting', why: 'busy' }, retryMs: error.retryAfterMs ?? longestPauseMs }
  const why = waitAfter[kindOf(error)]
  if (why) {
    const retryMs = Math.max(pauseMs, Math.min(longestPauseMs, error.retryAfterMs ?? 0))
    return { state: { kind: 'waiting', why, error }, retryMs }
  }
  return { state: { kind: 'refused', error, isGone: goneCodes.includes(error.code) }, retryMs: null }
}

/** True when the request made nothing, and would not if it were repeated. */
export const isFinal = (error: unknown): boolean =>
  error instanceof PosthornError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 429].includes(error.status) &&
  error.code !== 'idempotency_in_progress'

export const isStale = (error: unknown): boolean =>
  error instanceof PosthornError && error.code === 'precondition_failed'
