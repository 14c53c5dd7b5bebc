import { PosthornError } from '@posthorn/sdk'
import { kindOf, type ProblemKind } from '#web/ui/problem/problem-kind.ts'
import type { Draft } from '../draft/draft.ts'
import type { Clash } from '../draft/merge.ts'
import type { KnownVersion } from './copies.ts'

/** `fault`: an internal error of the service. */
type Wait = 'offline' | 'busy' | 'fault' | 'signed-out'

/** The save state, as shown on the page. */
export type SaveState =
  | { readonly kind: 'blank' }
  /** Edited, and about to be saved. */
  | { readonly kind: 'edited' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  /** Stored only in this browser, because a scheduled post changes only when the user saves it. */
  | { readonly kind: 'held' }
  /** Stored in this browser until the service responds again. */
  | { readonly kind: 'waiting'; readonly why: Wait; readonly error?: Error }
  | {
      readonly kind: 'conflict'
      readonly clashes: readonly Clash[]
      readonly mine: Draft
      readonly theirs: KnownVersion
    }
  /** The service refuses this version. */
  | { readonly kind: 'refused'; readonly error: Error; readonly isGone: boolean }

/** The post that is being written, as the page shows it. */
export interface EditorView {
  readonly draft: Draft
  readonly save: SaveState
  /** The version that the service has. Null if it has none yet. */
  readonly base: KnownVersion | null
  /** Fields taken from someone else's changes since this page opened. */
  readonly taken: readonly string[]
  /** The time of the restored copy. Null if none was restored. */
  readonly restoredFrom: string | null
}

interface Setback {
  readonly state: SaveState
  /** The delay before the next attempt. Null if a retry needs a change first. */
  readonly retryMs: number | null
}

const longestPauseMs = 30_000
const goneCodes = ['post_not_found', 'post_in_trash', 'post_not_editable', 'post_wrong_status', 'post_forbidden']

const waitAfter: Partial<Record<ProblemKind, Wait>> = { noAnswer: 'offline', busy: 'busy', ours: 'fault' }

/** Interprets a failed save: the resulting state, and when to retry. */
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

/** True if the request had no effect, and would have none if it were repeated. */
export const isFinal = (error: unknown): boolean =>
  error instanceof PosthornError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 429].includes(error.status) &&
  error.code !== 'idempotency_in_progress'

export const isStale = (error: unknown): boolean =>
  error instanceof PosthornError && error.code === 'precondition_failed'
