import { type RefusalCode, refuse } from './errors.ts'

/**
 * Caps on what users can create if no plan limits it, so that no list grows without bound. They are far above what
 * people need.
 */
export const caps = {
  apiKeysOfUser: 50,
  passkeysOfUser: 20,
  rulesOfProfile: 200,
  /** Upcoming occurrences of one rule that are skipped or moved. */
  changedOccurrencesOfRule: 200,
  calendarFeedsOfProfile: 20,
  calendarNotesOfProfile: 1_000,
  calendarSourcesOfProfile: 5,
  ideasOfProfile: 2_000,
  ideaStagesOfProfile: 12,
  accountSetsOfProfile: 50,
  savedTextsOfProfile: 500,
  mentionsOfProfile: 1_000,
  labelsOfProfile: 500,
  slotPlansOfProfile: 50,
  /** Shared views of a profile, and those of each person in it. */
  viewsOfProfile: 100,
  /** Members and open invitations, including those to connect an account. */
  peopleOfProfile: 200,
  shareLinksOfPost: 50,
  /** Guests of a profile, including those whose link has expired or was revoked. */
  guestsOfProfile: 200,
  commentsOfPost: 500,
  teamCommentsOfPost: 1_000,
  repliesOfConversation: 500,
  notesOfConversation: 200,
  inboxRulesOfProfile: 50,
  /** Text of one owner's posts, including drafts and trash. The database counts it; see `text_use`. */
  textBytesOfOwner: 2_000_000_000,
} as const

/** Rejects the request if a cap is reached. Count under a lock, or two calls can take the same slot. */
export function requireBelow(
  cap: keyof typeof caps,
  used: number,
  code: RefusalCode,
  say: (most: number) => string,
): void {
  if (used >= caps[cap]) refuse(code, { detail: say(caps[cap]) })
}
