import type { Failure, Verdict } from '#connectors/connector.ts'
import { expired, unsettled } from '#connectors/meta/container/publish.ts'
import { failedWith } from '#connectors/meta/container/state.ts'
import { type GraphRow, graphErrorOf, readGraphTable } from '#connectors/meta/graph-error.ts'
import { parked, passingAfter, verdictByName, verdictWithoutNumbers } from '#connectors/meta/verdicts.ts'
import { rejectedBy, verdictOnItem } from '#connectors/verdicts/act-verdicts.ts'
import {
  answeredGone,
  answeredMissing,
  quotedPostGone,
  quoteMissing,
  reauth,
  reconnect,
  refused,
  refusedInWords,
} from '#connectors/verdicts/verdicts.ts'

/** Verdicts by an error's two numbers, and by Threads' names for some errors; never by its message. */

const connecting = ['connect', 'whoami', 'refresh']
const visible = ['publish', 'publishComment']
const ofComment = ['comment', 'awaitComment', 'publishComment']

const signInAgain = 'Reconnect the account.'

const passing = passingAfter(visible)
const weakness = passing('Threads has a temporary problem.')

const hourMs = 3_600_000

export const rows: readonly GraphRow[] = [
  // Rows for the second number, whatever the first is.
  {
    either: [4_279_013],
    verdict: reconnect(
      'Threads restricted this account from publishing. Resolve it in the Threads app, then reconnect the account.',
    ),
  },
  { either: [2_207_051], verdict: refusedInWords('blocked_for_now', 'Threads considers the post spam') },

  // Access tokens.
  {
    codes: [190],
    subcodes: [458],
    verdict: reauth(`The user removed the app in Threads’ settings. ${signInAgain}`, 'consent_revoked'),
  },
  { codes: [190], subcodes: [463, 467], verdict: reauth(`Access has expired. ${signInAgain}`, 'grant_expired') },
  { codes: [190, 102], verdict: reauth(`We’ve lost access to this Threads account. ${signInAgain}`) },
  {
    codes: [10, [200, 299]],
    on: ofComment,
    verdict: refused('comment_not_permitted', `The permission to reply is missing. ${signInAgain}`),
  },
  {
    codes: [10, [200, 299]],
    verdict: reauth(
      'A permission is missing. Connect the account again and grant all permissions.',
      'permission_missing',
    ),
  },

  // Limits.
  { codes: [4], verdict: parked('app', 'The app has reached a Threads rate limit.') },
  { codes: [17, 32, 613], verdict: parked('account', 'The account has reached a Threads rate limit.') },
  {
    either: [9, 2_207_042],
    verdict: parked('account', 'The account has published as many posts as Threads allows in 24 hours.', hourMs),
  },

  // Threads' servers synchronize with a delay.
  {
    either: [24, 4_279_009],
    on: visible,
    verdict: { is: 'again', from: 'denied', why: 'Threads can’t find the prepared post yet.' },
  },
  {
    either: [24, 4_279_009],
    verdict: { is: 'retry', of: 'call', why: 'Threads can’t find the previous post yet.', code: 'not_shown_yet' },
  },

  // Files.
  { either: [2_207_052, 9_004], verdict: passing('Threads could not fetch the file from this service.') },

  // Temporary failures.
  { codes: [1, 2], verdict: weakness },
  { codes: [100], verdict: (failure, error, step) => rejectedBy('Threads', step, 'the post')(failure, error) },
]

const fromTable = readGraphTable(rows)

/** Verdicts on errors that have a name. */
const names: Readonly<Record<string, Verdict>> = {
  THREADS_API__LINK_LIMIT_EXCEEDED: refused('links_too_many', 'Threads allows five links per post. Remove the others.'),
  THREADS_API__FEATURE_NOT_AVAILABLE: refused(
    'feature_not_available',
    'This post’s settings use a feature that isn’t available to the account. Remove it from the settings.',
  ),
  GEO_GATING_INVALID_COUNTRY_CODES: refused(
    'feature_not_available',
    'Threads doesn’t recognize one of the country codes. Correct the list of countries.',
  ),
}

/** Verdicts on files that Threads fetched but could not process. */
const faults: Readonly<Record<string, Verdict>> = {
  FAILED_DOWNLOADING_VIDEO: { is: 'again', from: 'afresh', why: 'Threads could not download the complete video.' },
  UNKNOWN: { is: 'again', from: 'afresh', why: 'Threads couldn’t process a file and gave no reason.' },
  FAILED_PROCESSING_AUDIO: refused(
    'video_refused',
    'Threads could not process the video’s audio. Use AAC in mono or stereo.',
  ),
  FAILED_PROCESSING_VIDEO: refused('video_refused', 'Threads could not process the video. Use H.264 or HEVC.'),
  INVALID_ASPEC_RATIO: refused(
    'video_shape',
    'Threads requires an aspect ratio from 1:100 to 10:1 (width to height). Use another file.',
  ),
  INVALID_BIT_RATE: refused(
    'video_bit_rate',
    'Threads allows videos of up to 25 Mbit per second. Use a smaller video.',
  ),
  INVALID_DURATION: refused('video_duration', 'Threads allows videos of up to five minutes. Shorten the video.'),
  INVALID_FRAME_RATE: refused(
    'video_frame_rate',
    'Threads requires videos with 23 to 60 frames per second. Use another video.',
  ),
  INVALID_AUDIO_CHANNELS: refused('video_sound', 'Threads requires mono or stereo audio. Use another video.'),
  INVALID_AUDIO_CHANNEL_LAYOUT: refused('video_sound', 'Threads requires mono or stereo audio. Use another video.'),
}

export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  const ofItem = verdictOnItem(failure)
  if (ofItem) return ofItem
  if (failure.sent !== 'answered' || failure.status === null) return null
  if (failure.code === expired) return { is: 'again', from: 'afresh', why: 'The prepared post expired on Threads.' }
  if (failure.code === unsettled)
    return { is: 'doubt', why: 'Threads flagged the post as spam and can’t confirm its status.' }
  if (failure.code === quoteMissing) return quotedPostGone
  if (failure.code === answeredMissing) return answeredGone
  if (failure.code?.startsWith(failedWith)) return faultOf(failure.code.slice(failedWith.length))
  const error = graphErrorOf(failure)
  if (error === null) return verdictWithoutNumbers(failure, step, { network: 'Threads', connecting, passing })
  const named = verdictByName(failure, names)
  if (named !== null) return named
  const verdict = fromTable(failure, step, now)
  if (verdict) return verdict
  if (error.isTransient) return weakness(failure, error, step)
  return failure.status < 500 && failure.status !== 429 && failure.status !== 401
    ? rejectedBy('Threads', step, 'the post')(failure, error)
    : null
}

const faultOf = (name: string): Verdict =>
  faults[name] ?? refused('media_refused', `Threads could not process a file (${name.slice(0, 100)}).`)
