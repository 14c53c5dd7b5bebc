import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { reauth, reconnect, refused, refusedInWords } from '#connectors/verdicts/verdicts.ts'
import { noRefreshToken } from '../auth/auth.ts'
import { videoFailed } from '../media/video.ts'
import { noCarousel } from '../post/pin.ts'

/** Verdicts by status and error number, and by the message only if nothing else distinguishes two errors. */

const pinning = ['pin', 'pinVideo'] as const

const trial: Verdict = {
  is: 'operator',
  why:
    'The app has only Trial access at Pinterest, which doesn’t allow pins in production. Apply for Standard ' +
    'access there, or set PINTEREST_API_URL to its API sandbox and connect the accounts again.',
  code: 'app_on_trial',
}
const gone =
  'We’ve lost access to this Pinterest account, or it belongs to Pinterest’s other environment. Reconnect it.'
const scopes = 'A permission is missing, such as secret boards. Reconnect the account and allow all permissions.'
const signInAgain =
  'Pinterest rejected the sign-in. Start again. If every sign-in fails, check PINTEREST_CLIENT_ID and ' +
  'PINTEREST_CLIENT_SECRET.'
const sendAgain: Verdict = {
  is: 'again',
  from: 'sendVideo',
  why: 'Pinterest no longer has the uploaded video.',
}

export const rows: readonly VerdictRow[] = [
  // The sign-in.
  { when: { status: 400 }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { status: 401 }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { status: 400 }, on: ['refresh'], verdict: reauth(gone) },
  { when: { status: 401 }, verdict: reauth(gone) },
  { when: { code: noRefreshToken }, verdict: reauth(gone) },
  { when: { code: 'trial' }, verdict: trial },
  { when: { status: 403, code: '29' }, verdict: trial },
  { when: { status: 403, code: '3' }, verdict: reauth(scopes, 'permission_missing') },
  {
    when: { code: '2625' },
    verdict: reconnect('Pinterest rejected this account. Contact Pinterest support, then reconnect it.'),
  },
  {
    when: { code: '2626' },
    verdict: reconnect('Pinterest is reviewing this account. Reconnect it when the review is done.'),
  },

  // The video.
  { when: { status: 404, code: '50' }, on: ['wait', 'pinVideo'], verdict: sendAgain },
  {
    when: { code: videoFailed },
    on: ['wait'],
    verdict: refused('media_processing_failed', 'Pinterest could not process the video. Use another file.'),
  },
  // The file store is not Pinterest itself: if the upload permission has expired, the step requests a new one.
  {
    when: { status: 403 },
    on: ['sendVideo'],
    verdict: { is: 'retry', of: 'call', why: 'Pinterest’s upload server temporarily rejected the video.' },
  },

  {
    when: { code: noCarousel },
    on: ['pin'],
    verdict: { is: 'again', from: 'pinFirst', why: 'Pinterest doesn’t allow several images in one pin.' },
  },

  // The board and the pin.
  {
    when: { status: 404, code: '40' },
    verdict: refused('board_gone', 'The board was deleted. Choose another board.'),
  },
  {
    when: { status: 403, code: '7' },
    verdict: refused('not_permitted', 'This account can’t pin to this board. Choose another board.'),
  },
  {
    when: { status: 404, code: '50' },
    verdict: refused('post_gone', 'The pin was deleted.'),
  },
  {
    when: { code: 'unreachable' },
    verdict: { is: 'retry', of: 'call', why: 'Pinterest could not download a file.' },
  },
  { when: { status: 400 }, on: pinning, verdict: refusedInWords('refused_by_network', 'Pinterest rejected the pin') },
  { when: { status: 400 }, verdict: refusedInWords('refused_by_network', 'Pinterest rejected the request') },
  { when: { status: 403 }, on: pinning, verdict: refusedInWords('refused_by_network', 'Pinterest rejected the pin') },
]

/** Returns the error number, or our own name if only the message identifies the error. */
export function errorOf(failure: Failure): ParsedError | null {
  const { status, code } = failure
  if (status === null) return null
  if (code === videoFailed || code === noCarousel) return { status, code, message: null }
  const body = jsonOf(failure)
  if (body === null) return null
  const message = typeof body.message === 'string' ? body.message : null
  const number = typeof body.code === 'number' || typeof body.code === 'string' ? String(body.code) : null
  if (status === 403 && /\btrial access\b/i.test(message ?? '')) return { status, code: 'trial', message }
  if (status === 400 && /^unable to reach the url/i.test(message ?? '')) return { status, code: 'unreachable', message }
  return { status, code: number, message }
}

const fromTable = readTable(rows, errorOf)

export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  limited(failure, now) ?? fromTable(failure, step) ?? beforeIt(failure, step)

const longestWaitMs = 24 * 3_600_000

/**
 * Returns the verdict on a rate limit. The header is in seconds from now; of several windows the first value counts.
 */
function limited({ sent, status, headers }: Failure, now: Date): Verdict | null {
  if (sent !== 'answered' || status !== 429) return null
  const resets = headers['x-ratelimit-reset']
  const seconds = resets === undefined || resets.trim() === '' ? Number.NaN : Number(resets.split(',')[0])
  if (!Number.isFinite(seconds)) return null
  const until = new Date(now.getTime() + Math.min(Math.max(1, seconds) * 1_000, longestWaitMs))
  return { is: 'retry', of: 'account', until, why: 'The account has reached a Pinterest rate limit.' }
}

/**
 * Returns the verdict on a response that is not in Pinterest's format and so comes from something in front of it. The
 * file store has a different format.
 */
function beforeIt(failure: Failure, step: string): Verdict | null {
  const { sent, status } = failure
  if (sent !== 'answered' || status === null || status === 429 || status === 401 || jsonOf(failure) !== null)
    return null
  if (![400, 403, 404].includes(status)) return null
  if (step === 'sendVideo' && status === 400)
    return refused('media_refused', 'Pinterest’s upload server rejected the video. Use another file.')
  const why = 'A server in front of Pinterest responded instead of Pinterest.'
  return pinning.some((one) => one === step) ? { is: 'doubt', why } : { is: 'retry', of: 'call', why }
}
