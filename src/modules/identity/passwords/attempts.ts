import { createHash } from 'node:crypto'
import type { Db } from '#infra/db/client.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { countGuess, deleteGuesses, findFreeAt, type GuessPace, uncountGuess } from './store.ts'

/**
 * Slows down password guessing with each wrong password. Attempts are counted per account, from any number of network
 * locations, and per location, for any number of accounts. At a location where the user has signed in before, attempts
 * from elsewhere do not count, so a stranger cannot lock the user out. From a new location, the user can sign in
 * between two pauses or with an emailed token.
 *
 * A nonexistent account is counted and refused like an existing one.
 */
interface Attempt {
  readonly email: string
  /** The IPv4 address, or the IPv6 network of 64 bits, of the sender. */
  readonly place: string
  /** True if the user has signed in from there before. */
  readonly isKnownThere: boolean
}

const accountPace: GuessPace = { free: 10, longestPauseMs: minutes(15), forgetMs: hours(24) }
/**
 * Several programs of one user may sign in at the same time, and each attempt counts until its password is verified.
 */
const homePace: GuessPace = { ...accountPace, free: 30 }
const placePace: GuessPace = { free: 50, longestPauseMs: minutes(1), forgetMs: hours(1) }

/**
 * The number of consecutive wrong passwords that cannot be typing errors. At this number, the account's owner gets an
 * email.
 */
export const failuresBeforeWarning = accountPace.free
/** Age at which a count is deleted. No pause uses older counts. */
export const guessesKeptMs = accountPace.forgetMs

export const hashPlace = (place: string): Buffer => hashParts('place', place)

const hashParts = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest()

const accountLane = (email: string): Buffer => hashParts('account', email.toLowerCase())

const attemptLane = ({ email, place, isKnownThere }: Attempt): Buffer =>
  isKnownThere ? hashParts('account', email.toLowerCase(), place) : accountLane(email)

/**
 * Returns null at a location where the user has signed in before, so colleagues there do not share a count with a
 * guest.
 */
const findPlaceLane = ({ place, isKnownThere }: Attempt): Buffer | null =>
  isKnownThere ? null : hashParts('tries', place)

/** Counts the attempt, or refuses it during a pause. Returns how many attempts in a row have failed if this one fails. */
export async function countAttempt(db: Db, attempt: Attempt, now: Date): Promise<number> {
  const placeLane = findPlaceLane(attempt)
  if (placeLane && (await countGuess(db, placeLane, placePace, now)) === null) await refusePaused(db, placeLane, now)
  const lane = attemptLane(attempt)
  const pace = attempt.isKnownThere ? homePace : accountPace
  return (await countGuess(db, lane, pace, now)) ?? (await refusePaused(db, lane, now))
}

async function refusePaused(db: Db, lane: Buffer, now: Date): Promise<never> {
  const freeAt = await findFreeAt(db, lane)
  return refuse('sign_in_paused', {
    detail: 'Each failed attempt makes the wait longer. You can reset your password by email.',
    retryAfterMs: Math.max(seconds(1), (freeAt?.getTime() ?? 0) - now.getTime()),
  })
}

/** Resets the account's count after a correct password. The location's count loses only this attempt. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  await deleteGuesses(db, attemptLane(attempt))
  const placeLane = findPlaceLane(attempt)
  if (placeLane) await uncountGuess(db, placeLane)
}

/** Resets the guesses of a password that no longer exists. */
export const forgetAccountGuesses = (db: Db, email: string): Promise<void> => deleteGuesses(db, accountLane(email))
