import type { AccountGuards } from '#modules/accounts/index.ts'
import { eraseAccountNumbers } from '#modules/analytics/index.ts'
import { findPicture, type LinkDeps, type MediaGuards, makeProxyUrl } from '#modules/media/index.ts'
import type { PlanningGuards } from '#modules/planning/index.ts'
import {
  createAccountPosts,
  createTargetOwner,
  isMediaUsed,
  isProfileBusy,
  type RollUpDeps,
} from '#modules/posts/index.ts'
import type { ProfileGuards } from '#modules/profiles/index.ts'
import type { PublishingGuards } from '#modules/publishing/index.ts'

export type Guards = ProfileGuards & MediaGuards & AccountGuards & PublishingGuards & PlanningGuards

/**
 * Answers the guards: questions that a lower module asks of the modules above it, in its own transaction. A module that
 * can prevent the deletion of a profile or a file adds its answer here.
 */
export const guardsOf = (deps: RollUpDeps & LinkDeps): Guards => ({
  profileBusy: [isProfileBusy],
  avatars: {
    find: (tx, caller, name) => findPicture(deps, tx, caller, name),
    urlOf: (id) => makeProxyUrl(deps, { id }),
  },
  mediaInUse: [isMediaUsed],
  accountPosts: [createAccountPosts(deps)],
  accountErased: [eraseAccountNumbers],
  targetOwner: createTargetOwner(deps),
  // No module translates yet, so posts keep their original text.
  translate: async () => null,
  // No module measures the best times yet, so posts are spread evenly.
  bestTimes: async () => null,
})
