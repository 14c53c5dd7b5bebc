import type { Failure, Verdict } from '#connectors/connector.ts'
import { actKinds } from '#connectors/contract/inbox-acts.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import {
  answeredGone,
  answeredMissing,
  itemGone,
  itemMissing,
  quotedPostGone,
  reauth,
  reconnect,
  refused,
  refusedInWords,
  retryCall,
} from '#connectors/verdicts/verdicts.ts'
import { nameIn } from '../api/error-name.ts'
import { hiddenFull, notOwnThread } from '../inbox/acts.ts'
import { meter } from '../meter.ts'
import { quoteMissing } from '../post/quoted.ts'

/** Parses an error. Error names are the same on every server, but the status is often unexpected. */
function parse(failure: Failure): ParsedError | null {
  const { status, code: ours } = failure
  if (status === null) return null
  const json = jsonOf(failure)
  const message = messageIn(json) ?? messageIn(json?.jobStatus)
  return { status, code: ours === null || ours === 'unreadable' ? nameIn(failure) : ours, message }
}

function messageIn(value: unknown): string | null {
  const message = value !== null && typeof value === 'object' && 'message' in value ? value.message : null
  return typeof message === 'string' && message !== '' ? message : null
}

const puts = ['put', 'commentPut', 'gate'] as const

/** Verdicts, with the network's message if the server gives a reason and our own explanation if it does not. */
export const rows: readonly VerdictRow[] = [
  // The session. An expired token is a 400 on this network.
  {
    when: { code: 'ExpiredToken' },
    verdict: reauth('The session has expired. Reconnect the account.', 'grant_expired'),
  },
  {
    when: { code: 'InvalidToken' },
    verdict: reauth('The session was revoked. Reconnect the account.', 'consent_revoked'),
  },
  {
    when: { code: 'AuthFactorTokenRequired' },
    verdict: reauth(
      'This is the main password of the account, which requires a sign-in code. Use an app password instead.',
    ),
  },
  {
    when: { code: 'AuthenticationRequired' },
    on: ['connect'],
    verdict: reauth(
      'The handle or app password is wrong. Create app passwords in Bluesky’s settings, under Privacy and security.',
    ),
  },
  { when: { code: 'AuthMissing' }, verdict: reauth('The server requires you to sign in. Reconnect the account.') },
  {
    when: { code: 'AuthenticationRequired' },
    verdict: reauth('The server no longer recognizes the session. Reconnect the account.'),
  },
  // OAuth.
  {
    when: { code: 'invalid_token' },
    verdict: reauth('The session has expired. Reconnect the account.', 'grant_expired'),
  },
  {
    when: { code: 'invalid_grant' },
    on: ['refresh'],
    verdict: reauth('Access has expired or was revoked. Reconnect the account.'),
  },
  { when: { code: 'invalid_grant' }, verdict: reauth('The sign-in has expired. Start again.') },
  {
    when: { code: 'invalid_client' },
    on: ['refresh'],
    verdict: reauth('The server no longer recognizes this Posthorn. Reconnect the account.'),
  },
  { when: { code: 'use_dpop_nonce' }, verdict: retryCall('The server requires a new nonce.') },
  {
    when: { code: 'invalid_dpop_proof' },
    verdict: retryCall('The server rejected the proof of the session. Check the clock of this installation.'),
  },
  {
    when: { code: 'ScopeMissingError' },
    verdict: reauth('This permission wasn’t granted. Connect the account again.', 'permission_missing'),
  },
  {
    when: { code: 'NoPublicAddress' },
    verdict: refused(
      'no_public_address',
      'Signing in needs an https URL. Ask a server administrator to set PUBLIC_URL, or connect with an app password.',
    ),
  },
  {
    when: { code: 'HandleUnknown' },
    verdict: refused('handle_unknown', 'No account with this handle. Check the spelling.'),
  },
  {
    when: { code: 'NoServerOfAccount' },
    verdict: refused('server_missing', 'The account’s DID document doesn’t list a server.'),
  },
  {
    when: { code: 'OtherIssuer' },
    verdict: refused(
      'issuer_mismatch',
      'The response came from a different server than the one where this account signs in.',
    ),
  },
  {
    when: { code: 'AnotherSignedIn' },
    verdict: refused('account_differs', 'A different account signed in than the one you entered. Start again.'),
  },
  // The account itself, by the error names for sessions and for records.
  ...['AccountTakedown', 'RepoTakendown', 'RepoSuspended'].map(
    (code): VerdictRow => ({
      when: { code },
      verdict: reconnect('Bluesky suspended this account. Appeal on Bluesky, then reconnect it.'),
    }),
  ),
  ...['AccountDeactivated', 'RepoDeactivated'].map(
    (code): VerdictRow => ({
      when: { code },
      verdict: reconnect('This account is deactivated. Reactivate it on Bluesky, then reconnect it.'),
    }),
  ),
  ...['AccountNotFound', 'RepoNotFound'].map(
    (code): VerdictRow => ({
      when: { code },
      verdict: reconnect('This account is no longer on its server. If it moved, reconnect it.', 'account_gone'),
    }),
  ),
  {
    when: { code: 'OtherAccount' },
    verdict: reauth('The session now belongs to a different account. Reconnect this one.'),
  },
  {
    when: { code: 'ElsewhereAccount' },
    verdict: refused('server_mismatch', 'This account isn’t on that server. Leave Server empty and we’ll find it.'),
  },
  { when: { code: 'BadServer' }, verdict: refused('server_invalid', 'The server must be an HTTPS URL.') },
  { when: { code: 'NoServer' }, verdict: refused('server_missing', 'Enter the server that hosts the account.') },

  // Videos.
  { when: { code: 'VideoTokenRefused' }, verdict: retryCall('The video service rejected the token.') },
  {
    when: { code: 'UploadForbidden' },
    verdict: refusedInWords('video_forbidden', 'Bluesky doesn’t allow videos from this account yet'),
  },
  {
    when: { code: 'DailyLimitExceeded' },
    verdict: ({ headers }) => {
      const until = tomorrow(headers.date)
      const why = 'The account has reached its daily video limit.'
      return { is: 'retry', of: 'call', why, ...(until ? { until } : {}) }
    },
  },
  {
    when: { code: 'AnimationNotConverted' },
    verdict: refused('animation_not_converted', 'Bluesky couldn’t convert this GIF. Upload it as an MP4 video.'),
  },
  {
    when: { code: 'TooManyOpenUploads' },
    verdict: retryCall('Too many of this account’s videos are being processed.'),
  },
  { when: { code: 'ServiceOverloaded' }, verdict: retryCall('The video service is overloaded.') },
  {
    when: { code: 'validation_failure' },
    verdict: refusedInWords('video_refused', 'The file isn’t a video that Bluesky can process'),
  },
  {
    when: { code: 'pds_upload_unsupported_blob_size' },
    verdict: refusedInWords('video_too_large', "The file is larger than the account's server allows"),
  },
  {
    when: { code: 'UnsupportedContentType' },
    verdict: refusedInWords('video_refused', 'Bluesky doesn’t support this type of video'),
  },
  { when: { code: 'VideoTooLarge' }, verdict: refusedInWords('video_too_large', 'The video is too large for Bluesky') },
  { when: { code: 'VideoTooLong' }, verdict: refusedInWords('video_too_long', 'The video is too long for Bluesky') },
  {
    when: { code: 'BadAspectRatio' },
    verdict: refusedInWords('video_shape', 'Bluesky doesn’t support the aspect ratio of this video'),
  },

  {
    when: { status: 404 },
    on: ['awaitVideo'],
    verdict: { is: 'again', from: 'uploadAgain', why: 'The video service no longer has the video.' },
  },

  // Records and files.
  { when: { code: quoteMissing }, verdict: quotedPostGone },
  { when: { code: answeredMissing }, verdict: answeredGone },
  { when: { code: itemMissing }, verdict: itemGone },
  {
    when: { code: hiddenFull },
    verdict: refused('hidden_full', 'Bluesky hides at most 300 replies in a thread. Show another one first.'),
  },
  {
    when: { code: notOwnThread },
    verdict: refused('not_own_thread', 'This is only possible in threads that the account started.'),
  },
  { when: { code: 'InvalidSwap' }, on: ['hide'], verdict: retryCall('Another app hid a reply at the same time.') },
  {
    when: { code: 'InvalidRequest' },
    on: actKinds,
    verdict: refusedInWords('refused_by_network', 'Bluesky rejected this'),
  },
  {
    when: { code: 'BlobNotFound' },
    on: ['put'],
    verdict: { is: 'again', from: 'uploadAgain', why: 'The server no longer has an uploaded file.' },
  },
  {
    when: { code: 'BlobNotFound' },
    on: ['commentPut'],
    verdict: { is: 'again', from: 'commentUploadAgain', why: 'The server no longer has an uploaded file.' },
  },
  {
    when: { code: 'BlobTooLarge' },
    verdict: refusedInWords('media_too_large', 'A file is too large for the account’s server'),
  },
  {
    when: { code: 'InvalidMimeType' },
    verdict: refusedInWords('media_refused', 'The account’s server doesn’t support this type of file'),
  },
  {
    when: { code: 'InvalidSize' },
    verdict: refusedInWords('media_refused', 'The account’s server reports a different size for the file'),
  },
  {
    when: { code: 'PayloadTooLarge' },
    verdict: refusedInWords('too_large', 'The request is larger than the account’s server allows'),
  },
  {
    when: { code: 'InvalidSwap' },
    on: puts,
    verdict: refused(
      'record_exists',
      'Another record already uses this post’s key. Duplicate the post and publish the copy.',
    ),
  },
  {
    when: { code: 'Forbidden' },
    verdict: reauth('This permission is missing. Reconnect the account.', 'permission_missing'),
  },
  { when: { code: 'InvalidRequest' }, verdict: refusedInWords('invalid_request', 'Bluesky rejected the post') },

  // Limits. If the response does not say when they reset, the default verdict applies.
  { when: { status: 429 }, verdict: parked },

  // A lookup that failed for any other reason proves nothing about the post.
  {
    when: {},
    on: ['look', 'commentLook'],
    verdict: retryCall('A mentioned handle or the post to quote could not be looked up.'),
  },
]

/** Parks this node for a limit by IP address, and the account for all others. */
function parked(failure: Failure): Verdict {
  const [reading] = meter({ status: 429, headers: failure.headers })
  const of = reading?.scope ?? 'account'
  const why = 'A Bluesky rate limit has been reached.'
  return { is: 'retry', of, why, ...(reading ? { until: reading.resetsAt } : {}) }
}

/** Returns the start of the next UTC day by the network's clock. */
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
