import type { ProfileGuards } from '#modules/profiles/index.ts'

/**
 * Questions that a lower module asks of those above it, each answered in the asker's transaction. Whoever can keep a
 * profile from being deleted adds its answer here.
 */
export const guards: ProfileGuards = {
  profileBusy: [],
}
