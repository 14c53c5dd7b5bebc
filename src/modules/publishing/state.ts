/** The status of a publication, which determines its target's status once it is enqueued. */
export type RowStatus =
  | 'queued'
  | 'publishing'
  | 'processing'
  | 'held'
  | 'published'
  | 'failed'
  | 'unknown'
  | 'cancelled'

/** Statuses that are not final. A `held` publication waits for something outside the engine. */
export const liveStatuses = ['queued', 'publishing', 'processing', 'held'] as const satisfies readonly RowStatus[]
/** Statuses between the first step and the last. Only the holder of the lane writes such a row. */
export const underWay = ['publishing', 'processing'] as const satisfies readonly RowStatus[]

/**
 * Every allowed move. `failed`, `unknown` and `held` may still become `published`: a post that turns out to be visible
 * did not fail, whatever was recorded before. A waiting publication becomes `unknown` if its account is erased after
 * something was begun.
 */
const moves = {
  queued: ['publishing', 'held', 'failed', 'cancelled', 'published', 'unknown'],
  publishing: ['processing', 'queued', 'held', 'published', 'failed', 'unknown', 'cancelled'],
  processing: ['publishing', 'queued', 'held', 'published', 'failed', 'unknown', 'cancelled'],
  held: ['queued', 'publishing', 'failed', 'cancelled', 'published', 'unknown'],
  unknown: ['published', 'failed'],
  failed: ['published'],
  published: [],
  cancelled: [],
} as const satisfies Record<RowStatus, readonly RowStatus[]>

/** Throws on any move that the table does not allow, which is a bug. Keeping the status is not a move. */
export function requireMove(from: RowStatus, to: RowStatus): void {
  const known: readonly RowStatus[] = moves[from]
  if (from !== to && !known.includes(to)) throw new Error(`A publication cannot move from ${from} to ${to}`)
}
