import type { AccountGuards } from '#modules/accounts/index.ts'
import { eraseAccountNumbers, findBestHours } from '#modules/analytics/index.ts'
import { createReplyOwner, eraseInboxOfAccount } from '#modules/inbox/index.ts'
import {
  findPicture,
  type LinkDeps,
  type MediaGuards,
  makeProxyUrl,
  type SettleDeps,
  settlePicture,
} from '#modules/media/index.ts'
import {
  createBlockedGuard,
  createSlotGuard,
  isMediaOfIdea,
  isTemplate,
  type PlanningGuards,
} from '#modules/planning/index.ts'
import {
  createAccountPosts,
  createTargetOwner,
  isMediaUsed,
  isProfileBusy,
  type PostGuards,
  type RollUpDeps,
} from '#modules/posts/index.ts'
import type { ProfileGuards } from '#modules/profiles/index.ts'
import { createTargetOwners, type PublishingGuards } from '#modules/publishing/index.ts'
import { createTextGuard } from '#modules/texts/index.ts'

export type Guards = ProfileGuards & MediaGuards & AccountGuards & PublishingGuards & PlanningGuards & PostGuards

type BestHoursDeps = Parameters<typeof findBestHours>[0]

/**
 * Implements the guards: questions that a lower module asks the modules above it, in its own transaction. A module that
 * can prevent the deletion of a profile or file is registered here.
 */
export const guardsOf = (deps: RollUpDeps & LinkDeps & BestHoursDeps & SettleDeps): Guards => ({
  profileBusy: [isProfileBusy],
  avatars: {
    settle: (caller, name) => settlePicture(deps, caller, name),
    find: (tx, caller, name) => findPicture(deps, tx, caller, name),
    urlOf: (id) => makeProxyUrl(deps, { id }),
  },
  mediaInUse: [isMediaUsed, isMediaOfIdea],
  accountPosts: [createAccountPosts(deps)],
  accountErased: [eraseAccountNumbers, eraseInboxOfAccount],
  targetOwner: createTargetOwners({ posts: createTargetOwner(deps), replies: createReplyOwner(deps) }),
  chooseSlot: createSlotGuard(deps),
  blockedPosts: createBlockedGuard(deps),
  savedText: createTextGuard(deps),
  isTemplate,
  // Posthorn has no translator, and the caption model is not used as one: posts keep their original text, and the
  // response reports this with `translation_unavailable`.
  translate: async () => null,
  bestTimes: (db, of) => findBestHours(deps, db, of),
})
