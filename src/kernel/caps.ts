import { type RefusalCode, refuse } from './errors.ts'

/**
 * The caps on what users can create and no plan limits, so that no list grows without a bound. They are far above what
 * people need.
 */
export const caps = {
  apiKeysOfUser: 50,
  rulesOfProfile: 200,
  /** Occurrences of one rule that are skipped or moved and still to come. */
  changedOccurrencesOfRule: 200,
  calendarFeedsOfProfile: 20,
  /** Members and open invitations, also those to connect an account. */
  peopleOfProfile: 200,
  shareLinksOfPost: 50,
  commentsOfPost: 500,
  /** Text of the posts of one owner, drafts and trash too. The database counts it; see `text_use`. */
  textBytesOfOwner: 2_000_000_000,
} as const

/** Refuses one more when a cap is reached. Count under a lock, or two calls take the same room. */
export function requireBelow(
  cap: keyof typeof caps,
  used: number,
  code: RefusalCode,
  say: (most: number) => string,
): void {
  if (used >= caps[cap]) refuse(code, { detail: say(caps[cap]) })
}
