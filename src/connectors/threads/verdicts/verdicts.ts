import type { Failure, Verdict } from '#connectors/connector.ts'
import { type GraphError, type GraphRow, graphErrorOf, readGraphTable } from '#connectors/meta/graph-error.ts'
import { regainMs } from '#connectors/meta/usage.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { failedWith } from '../media/state.ts'
import { expired } from '../post/publish.ts'

/** Verdicts by the two numbers of an error, and by Threads' names for some errors; never by its messages. */

const connecting = ['connect', 'whoami', 'refresh']
const visible = ['publish', 'publishComment']
const ofComment = ['comment', 'awaitComment', 'publishComment']

const reconnect = (why: string): Verdict => ({ is: 'reauth', why })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })
const signInAgain = 'Connect the account again.'

const saidMax = 300
const inTheirWords =
  (code: string, before: string) =>
  (_: Failure, { message }: GraphError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, saidMax)}”`)

/** A failure that may pass. After a visible call the outcome is unknown. */
function passing(why: string) {
  return (_failure: Failure, _error: GraphError | null, step: string): Verdict =>
    visible.includes(step) ? { is: 'doubt', why } : { is: 'retry', of: 'call', why }
}
const weakness = passing('Threads has a moment of weakness.')

const parked =
  (of: 'account' | 'app', why: string, usualMs?: number) =>
  ({ headers }: Failure, _error: GraphError, _step: string, now: Date): Verdict => {
    const waitMs = retryAfterMs(headers['retry-after'], now) ?? regainMs(headers) ?? usualMs
    return { is: 'retry', of, why, ...(waitMs === undefined ? {} : { until: new Date(now.getTime() + waitMs) }) }
  }

const hourMs = 3_600_000

export const rows: readonly GraphRow[] = [
  // Rows for the second number, whatever the first is.
  {
    either: [4_279_013],
    verdict: reconnect('Threads lets this account publish nothing for now. Settle that there, then connect again.'),
  },
  { either: [2_207_051], verdict: inTheirWords('blocked_for_now', 'Threads takes it for spam') },

  // The sign-in.
  {
    codes: [190],
    subcodes: [458],
    verdict: reconnect(`The person has removed the app in the settings of Threads. ${signInAgain}`),
  },
  { codes: [190], subcodes: [463, 467], verdict: reconnect(`The sign-in has ended. ${signInAgain}`) },
  { codes: [190, 102], verdict: reconnect(`Threads no longer takes the sign-in. ${signInAgain}`) },
  {
    codes: [10, [200, 299]],
    on: ofComment,
    verdict: refused('comment_not_permitted', `The sign-in does not cover replies. ${signInAgain}`),
  },
  {
    codes: [10, [200, 299]],
    verdict: reconnect('The sign-in does not cover this. Connect the account again, with everything ticked.'),
  },

  // Limits.
  { codes: [4], verdict: parked('app', 'Threads takes no more from this app for now.') },
  { codes: [17, 32, 613], verdict: parked('account', 'Threads takes no more from this account for now.') },
  {
    either: [9, 2_207_042],
    verdict: parked('account', 'Threads takes no more posts of this account within 24 hours.', hourMs),
  },

  // Threads' servers synchronize with a delay.
  {
    either: [24, 4_279_009],
    on: visible,
    verdict: { is: 'again', from: 'denied', why: 'Threads does not know yet what it has made ready.' },
  },
  {
    either: [24, 4_279_009],
    verdict: { is: 'retry', of: 'call', why: 'Threads does not know yet what this belongs to.' },
  },

  // Files.
  { either: [2_207_052, 9_004], verdict: passing('Threads could not fetch the file from this service.') },

  // Temporary failures.
  { codes: [1, 2], verdict: weakness },
  { codes: [100], verdict: inTheirWords('refused_by_network', 'Threads refused it') },
]

const fromTable = readGraphTable(rows)

/** Verdicts on errors that have a name. */
const names: Readonly<Record<string, Verdict>> = {
  THREADS_API__LINK_LIMIT_EXCEEDED: refused(
    'links_too_many',
    'Threads takes five links in one post. Take out the rest.',
  ),
  THREADS_API__FEATURE_NOT_AVAILABLE: refused(
    'feature_not_available',
    'Threads has not opened something of this post for the account. Take it out of its settings.',
  ),
  GEO_GATING_INVALID_COUNTRY_CODES: refused('feature_not_available', 'Threads knows one of the countries not.'),
}

/** Verdicts on files that Threads has fetched and could not process. */
const faults: Readonly<Record<string, Verdict>> = {
  FAILED_DOWNLOADING_VIDEO: { is: 'again', from: 'afresh', why: 'Threads could not fetch the video to its end.' },
  UNKNOWN: { is: 'again', from: 'afresh', why: 'Threads could make nothing of a file, and does not say why.' },
  FAILED_PROCESSING_AUDIO: refused('video_refused', 'Threads can make nothing of the sound. Take AAC, mono or stereo.'),
  FAILED_PROCESSING_VIDEO: refused('video_refused', 'Threads can make nothing of the video. Take H.264 or HEVC.'),
  INVALID_ASPEC_RATIO: refused('video_shape', 'Threads takes shapes from 1 to 100 up to 10 to 1 (width to height).'),
  INVALID_BIT_RATE: refused('video_bit_rate', 'Threads takes videos of up to 25 Mbit a second. Take a smaller one.'),
  INVALID_DURATION: refused('video_duration', 'Threads takes videos of up to five minutes.'),
  INVALID_FRAME_RATE: refused('video_frame_rate', 'Threads takes videos of 23 to 60 frames a second.'),
  INVALID_AUDIO_CHANNELS: refused('video_sound', 'Threads takes one or two channels of sound.'),
  INVALID_AUDIO_CHANNEL_LAYOUT: refused('video_sound', 'Threads takes sound in mono or stereo only.'),
}

export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  if (failure.sent !== 'answered' || failure.status === null) return null
  if (failure.code === expired) return { is: 'again', from: 'afresh', why: 'Threads has thrown away what it had made.' }
  if (failure.code?.startsWith(failedWith)) return faultOf(failure.code.slice(failedWith.length))
  const error = graphErrorOf(failure)
  if (error === null) return withoutNumbers(failure, step)
  const named = nameIn(failure)
  if (named !== null) return named
  const verdict = fromTable(failure, step, now)
  if (verdict) return verdict
  if (error.isTransient) return weakness(failure, error, step)
  return failure.status < 500 && failure.status !== 429 && failure.status !== 401
    ? inTheirWords('refused_by_network', 'Threads refused it')(failure, error)
    : null
}

const faultOf = (name: string): Verdict =>
  faults[name] ?? refused('media_refused', `Threads can make nothing of a file (${name.slice(0, 100)}).`)

/** Finds a known name in any field, since Threads does not document which one contains it. */
function nameIn(failure: Failure): Verdict | null {
  const error = jsonOf(failure)?.error as Readonly<Record<string, unknown>> | undefined
  const fields = [error?.code, error?.error_subcode, error?.type, error?.message, error?.error_user_title]
  const name = fields.find((field) => typeof field === 'string' && Object.hasOwn(names, field))
  return typeof name === 'string' ? (names[name] ?? null) : null
}

/**
 * Returns the verdict on an answer without error numbers: a refused sign-in has a separate format, and any other comes
 * from something in front of Threads.
 */
function withoutNumbers(failure: Failure, step: string): Verdict | null {
  const isTheirs = typeof jsonOf(failure)?.error_type === 'string'
  if (isTheirs && connecting.includes(step) && (failure.status ?? 500) < 500)
    return reconnect(
      'Threads does not take this sign-in: it was used before, is too old, or is of another app. Start again.',
    )
  return [400, 403, 404].includes(failure.status ?? 0)
    ? passing(`Something in front of Threads answered ${failure.status}.`)(failure, null, step)
    : null
}
