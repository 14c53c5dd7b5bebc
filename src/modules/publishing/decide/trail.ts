import type { Publication, RowChanges, TrailEntry } from '../publication.ts'

/** The maximum length. A publication that restarts again and again keeps the latest entries. */
const longestTrail = 200

/** Returns the trail with the outcome of the current step. It is for people: no decision depends on it. */
export const addToTrail = (
  { trail, step }: Pick<Publication, 'trail' | 'step'>,
  did: TrailEntry['did'],
  now: Date,
): Pick<RowChanges, 'trail'> => ({
  trail: [...trail, { step, did, at: now.toISOString() }].slice(-longestTrail),
})
