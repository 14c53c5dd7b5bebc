import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { meter } from '../meter.ts'

/** Parses an error. Errors have names, which are the same on every server; their status is often unexpected. */
function parse(failure: Failure): ParsedError | null {
  if (failure.status === null) return null
  const told = jsonOf(failure)
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return { status: failure.status, code: textOf(told?.error), message: textOf(told?.message) }
}

const reauth = (why: string): Verdict => ({ is: 'reauth', why })
const accountGone = (why: string): Verdict => ({ is: 'reauth', why, final: true })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })
const later = (why: string): Verdict => ({ is: 'retry', of: 'call', why })

const inTheirWords =
  (code: string, before: string) =>
  (_: Failure, { message }: ParsedError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message}”.`)

const puts = ['put', 'commentPut', 'gate'] as const

/** Verdicts, with our own explanation where a server gives no reason, and the network's message where it does. */
export const rows: readonly VerdictRow[] = [
  // The session. An expired token is a 400 on this network.
  { when: { code: 'ExpiredToken' }, verdict: reauth('The session has ended. Connect the account again.') },
  { when: { code: 'InvalidToken' }, verdict: reauth('The session was ended there. Connect the account again.') },
  {
    when: { code: 'AuthFactorTokenRequired' },
    verdict: reauth(
      'That is the password of the account, which asks for a code. Use an app password: it asks for none.',
    ),
  },
  {
    when: { code: 'AuthenticationRequired' },
    on: ['connect'],
    verdict: reauth('Handle or app password is wrong. App passwords are made in Settings, Privacy and security.'),
  },
  { when: { code: 'AuthMissing' }, verdict: reauth('The server wants to know who we are. Connect the account again.') },
  {
    when: { code: 'AuthenticationRequired' },
    verdict: reauth('The server no longer knows the session. Connect the account again.'),
  },
  // The account itself, by the error names for sessions and for records.
  ...['AccountTakedown', 'RepoTakendown', 'RepoSuspended'].map(
    (code): VerdictRow => ({
      when: { code },
      verdict: accountGone(
        'Bluesky has taken the account down. Its owner has to settle that there, then connect it again.',
      ),
    }),
  ),
  ...['AccountDeactivated', 'RepoDeactivated'].map(
    (code): VerdictRow => ({
      when: { code },
      verdict: accountGone('The account is deactivated. Activate it there, then connect it again.'),
    }),
  ),
  ...['AccountNotFound', 'RepoNotFound'].map(
    (code): VerdictRow => ({
      when: { code },
      verdict: accountGone(
        'The account is not on its server any more. If it has moved to another server, connect it again.',
      ),
    }),
  ),
  {
    when: { code: 'OtherAccount' },
    verdict: reauth('The session is now that of another account. Connect the account again.'),
  },
  {
    when: { code: 'ElsewhereAccount' },
    verdict: refused('server_mismatch', 'The account is not on that server. Leave the server out, and it is found.'),
  },
  { when: { code: 'BadServer' }, verdict: refused('server_invalid', 'The server must be an address with https.') },
  { when: { code: 'NoServer' }, verdict: refused('server_missing', 'Say which server the account is on.') },

  // Videos.
  { when: { code: 'VideoTokenRefused' }, verdict: later('The video service did not take our token.') },
  {
    when: { code: 'UploadForbidden' },
    verdict: inTheirWords('video_forbidden', 'Bluesky takes no videos from this account yet'),
  },
  {
    when: { code: 'DailyLimitExceeded' },
    verdict: ({ headers }) => {
      const until = tomorrow(headers.date)
      const why = 'The account has sent as many videos as it may today.'
      return { is: 'retry', of: 'call', why, ...(until ? { until } : {}) }
    },
  },
  { when: { code: 'TooManyOpenUploads' }, verdict: later('Too many videos of this account are under way.') },
  { when: { code: 'ServiceOverloaded' }, verdict: later('The video service has too much to do.') },
  {
    when: { code: 'validation_failure' },
    verdict: inTheirWords('video_refused', 'The file is no video that Bluesky can use'),
  },
  {
    when: { code: 'pds_upload_unsupported_blob_size' },
    verdict: inTheirWords('video_too_large', "The account's server takes no file of this size"),
  },
  { when: { code: 'UnsupportedContentType' }, verdict: inTheirWords('video_refused', 'Bluesky takes no such video') },
  { when: { code: 'VideoTooLarge' }, verdict: inTheirWords('video_too_large', 'The video is too large for Bluesky') },
  { when: { code: 'VideoTooLong' }, verdict: inTheirWords('video_too_long', 'The video is too long for Bluesky') },
  { when: { code: 'BadAspectRatio' }, verdict: inTheirWords('video_shape', 'Bluesky takes no video of this shape') },

  {
    when: { status: 404 },
    on: ['awaitVideo'],
    verdict: { is: 'again', from: 'uploadAgain', why: 'The video service has forgotten the video.' },
  },

  // Records and files.
  {
    when: { code: 'BlobNotFound' },
    on: ['put'],
    verdict: { is: 'again', from: 'uploadAgain', why: 'The server has dropped a file.' },
  },
  {
    when: { code: 'BlobNotFound' },
    on: ['commentPut'],
    verdict: { is: 'again', from: 'commentUploadAgain', why: 'The server has dropped a file.' },
  },
  {
    when: { code: 'BlobTooLarge' },
    verdict: inTheirWords('media_too_large', "A file is too large for the account's server"),
  },
  {
    when: { code: 'InvalidMimeType' },
    verdict: inTheirWords('media_refused', "The account's server does not take this kind of file"),
  },
  {
    when: { code: 'InvalidSize' },
    verdict: inTheirWords('media_refused', "The account's server has the file with another size"),
  },
  {
    when: { code: 'PayloadTooLarge' },
    verdict: inTheirWords('too_large', "It is more than the account's server takes at once"),
  },
  {
    when: { code: 'InvalidSwap' },
    on: puts,
    verdict: refused('record_exists', 'Another post stands where this one was to go. Send it as a new post.'),
  },
  { when: { code: 'Forbidden' }, verdict: reauth('The session may not do this. Connect the account again.') },
  { when: { code: 'InvalidRequest' }, verdict: inTheirWords('invalid_request', 'Bluesky refused it') },

  // Limits. The answer says until when; where it does not, the default verdict applies.
  { when: { status: 429 }, verdict: parked },

  // A lookup that failed for any other reason says nothing of the post.
  { when: {}, on: ['look', 'commentLook'], verdict: later('A mentioned handle could not be looked up.') },
]

/** Parks this node for a limit by IP address, and the account for all others. */
function parked(failure: Failure): Verdict {
  const [reading] = meter({ status: 429, headers: failure.headers })
  const of = reading?.scope ?? 'account'
  const why = 'Bluesky takes no more for now.'
  return { is: 'retry', of, why, ...(reading ? { until: reading.resetsAt } : {}) }
}

/** Returns the start of the next day in UTC, by the network's clock. */
function tomorrow(date: string | undefined): Date | null {
  const now = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(now) ? null : new Date(Math.ceil((now + 60_000) / 86_400_000) * 86_400_000)
}

const table = readTable(rows, parse)

/** Returns the verdict. A 429 without a reset time falls back to the default verdict, which reads `Retry-After`. */
export function judge(failure: Failure, step: string): Verdict | null {
  const verdict = table(failure, step)
  const isOpen = verdict?.is === 'retry' && verdict.of !== 'call' && verdict.until === undefined
  return isOpen ? null : verdict
}
