import type { Failure, Verdict } from '#connectors/connector.ts'
import { actKinds } from '#connectors/contract/inbox-acts.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import {
  answeredGone,
  answeredMissing,
  itemGone,
  itemMissing,
  quotedPostGone,
  quoteMissing,
  reauth,
  reconnect,
  refused,
} from '#connectors/verdicts/verdicts.ts'
import { neededScopes, outOfScope } from '../auth/scopes.ts'

/**
 * Returns the verdict on a Mastodon error. Errors have no codes, only `{ error: "a sentence" }`. So complete sentences
 * are compared with the known ones, with and without their prefix; sentences with a number or a name are matched by a
 * pattern. An unknown error is a refusal in the server's own words.
 */
export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  notMastodon(failure, step) ??
  elsewhere(failure) ??
  (failure.code === quoteMissing ? quotedPostGone : null) ??
  (failure.code === answeredMissing ? answeredGone : null) ??
  (failure.code === itemMissing ? itemGone : null) ??
  limited(failure, now) ??
  fromTable(failure, step) ??
  inTheirWords(failure, step)

const posting = ['post', 'post-once', 'comment', 'comment-once']

const scopesMissing = reconnect(
  `The access token lacks a permission. Create one with the scopes ${neededScopes.join(', ')}.`,
  'permission_missing',
)

const signInAgain = 'The server rejected the sign-in. Start again.'

/** Mastodon access tokens are never renewed, so token errors and account errors are both `reconnect`. */
export const rows: readonly VerdictRow[] = [
  { when: { message: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { message: 'invalid_client' }, on: ['connect'], verdict: reauth(signInAgain) },
  {
    when: { status: 401 },
    verdict: reconnect(
      'The server no longer accepts this access token. Reconnect the account. If you created the token yourself, ' +
        'first create a new one under Preferences › Development.',
      'sign_in_refused',
    ),
  },
  {
    when: { status: 403, message: 'This action is outside the authorized scopes' },
    on: ['like'],
    verdict: refused(
      'permission_missing',
      'The permission to like posts is missing (write:favourites). Connect the account again with it.',
    ),
  },
  { when: { status: 403, message: 'This action is outside the authorized scopes' }, verdict: scopesMissing },
  { when: { code: outOfScope }, verdict: scopesMissing },
  {
    when: { status: 403, message: 'Your login is currently disabled' },
    verdict: reconnect('The server has disabled this account. Ask its moderators for the reason.'),
  },
  {
    when: { status: 403, message: 'Your login is missing a confirmed e-mail address' },
    verdict: reconnect('This account’s email isn’t confirmed. Confirm it on the server, then reconnect the account.'),
  },
  {
    when: { status: 403, message: 'Your login is currently pending approval' },
    verdict: reconnect('The server’s moderators haven’t approved this account yet. Reconnect it once they do.'),
  },
  {
    when: { status: 422, message: 'This method requires an authenticated user' },
    verdict: reconnect(
      'The access token belongs to an application, not to a person. Use the one called “Your access token”.',
    ),
  },
  // A response from something in front of the server: the same call may succeed the next time.
  ...[403, 404].map(
    (status): VerdictRow => ({
      when: { status, code: 'no_json' },
      verdict: {
        is: 'retry',
        of: 'call',
        why: `A proxy in front of the server responded with status ${status}.`,
      },
    }),
  ),

  {
    when: { status: 413 },
    on: ['upload'],
    verdict: refused('media_too_large', 'The file is larger than the server allows. Use a smaller file.'),
  },
  {
    when: { status: 422, message: 'File content type is invalid, File is invalid' },
    on: ['upload'],
    verdict: refused(
      'media_type_not_supported',
      'The server doesn’t support files of this type. Use a JPEG, PNG or MP4.',
    ),
  },
  {
    when: { status: 422, code: 'file_too_large' },
    on: ['upload'],
    verdict: refused('media_too_large', 'The file is larger than the server allows. Use a smaller file.'),
  },
  {
    when: { status: 422, code: 'too_many_pixels' },
    on: ['upload'],
    verdict: refused('media_too_many_pixels', 'The file has more pixels than the server allows. Use a smaller file.'),
  },
  {
    when: { status: 422, code: 'description_too_long' },
    on: ['upload'],
    verdict: refused('alt_text_too_long', 'The alt text is longer than the server allows. Shorten it.'),
  },
  {
    when: { status: 500, message: 'Error processing thumbnail for uploaded media' },
    on: ['upload', 'wait'],
    verdict: refused(
      'media_processing_failed',
      'The server could not process the file, which may be damaged. Use another file.',
    ),
  },
  {
    when: { status: 422 },
    on: ['wait'],
    verdict: refused(
      'media_processing_failed',
      'The server could not convert the file, which may be damaged. Use another file.',
    ),
  },
  {
    when: { status: 404 },
    on: ['wait'],
    verdict: { is: 'again', from: 'afresh', why: 'The server no longer has an uploaded file.' },
  },

  {
    when: { status: 422, message: 'Cannot attach files that have not finished processing. Try again in a moment!' },
    on: posting,
    verdict: { is: 'retry', of: 'call', why: 'The server is still converting a file.', code: 'file_unready' },
  },
  {
    when: { status: 422, code: 'media_not_found' },
    on: posting,
    verdict: { is: 'again', from: 'afresh', why: 'The server no longer has an uploaded file.' },
  },
  {
    when: { status: 422, code: 'text_too_long' },
    on: posting,
    verdict: refused(
      'text_too_long',
      'The text, including its content warning, is longer than this server allows. Shorten it.',
    ),
  },
  {
    when: { status: 422, message: "Text can't be blank" },
    on: posting,
    verdict: refused('text_missing', 'The post is empty. Add text, an image or a video.'),
  },
  {
    when: { status: 422, message: 'Cannot attach a video to a post that already contains images' },
    on: posting,
    verdict: refused('media_mixed', 'Mastodon doesn’t allow images and videos in the same post. Remove one type.'),
  },
  {
    when: { status: 422, code: 'too_many_files' },
    on: posting,
    verdict: refused(
      'media_too_many',
      'The post has more files than this server allows, or both a poll and files. Remove some files.',
    ),
  },
  {
    when: { status: 404 },
    on: posting,
    verdict: refused('reply_target_gone', 'The post that this one replies to was deleted.'),
  },
]

/** Sentences with a number or a name in them. */
const sentences: readonly (readonly [code: string, sentence: RegExp])[] = [
  ['text_too_long', /^Text character limit of \d+ exceeded$/],
  ['media_not_found', /^Media [\w, -]+ (?:could not be found|not found or already attached to another post)$/],
  ['too_many_files', /^Cannot attach more than \d+ files$/],
  ['file_too_large', /^File file size must be less than [\d.]+ [KMG]?B$/],
  ['too_many_pixels', /^\d+x\d+ (?:images|videos|GIF files) are not supported$/],
  ['description_too_long', /^Description is too long \(maximum is \d+ characters\)$/],
]

export function parse(failure: Failure): ParsedError | null {
  const { status } = failure
  if (status === null) return null
  const json = jsonOf(failure)
  if (json === null) return { status, code: 'no_json', message: null }
  const error = typeof json.error === 'string' ? json.error : null
  const message = error?.replace(/^Validation failed: /, '') ?? null
  const code = message === null ? null : (sentences.find(([, sentence]) => sentence.test(message))?.[0] ?? null)
  return { status, code, message }
}

const fromTable = readTable(rows, parse)

/**
 * Recognizes software other than Mastodon: it returns a page with status 200, or lacks a path that every Mastodon
 * server has.
 */
function notMastodon(failure: Failure, step: string): Verdict | null {
  const { sent, status } = failure
  if (step !== 'connect' || sent !== 'answered' || status === null) return null
  const isOther = (status >= 200 && status < 400) || status === 404
  return isOther ? refused('not_mastodon', 'This isn’t a Mastodon server. Check the URL.') : null
}

/**
 * Returns the verdict on a redirect. A single server that has moved proves nothing about the others, which an operator
 * verdict would park.
 */
function elsewhere({ sent, status }: Failure): Verdict | null {
  if (sent !== 'answered' || status === null || status < 300 || status > 399) return null
  return status === 301 || status === 308
    ? reconnect('The server has moved. Reconnect the account with its new URL.')
    : { is: 'retry', of: 'call', why: `The server redirected the request (status ${status}).` }
}

const quotedMax = 300

function inTheirWords(failure: Failure, step: string): Verdict | null {
  if (failure.sent !== 'answered' || ![403, 422].includes(failure.status ?? 0)) return null
  const message = parse(failure)?.message
  const what = (actKinds as readonly string[]).includes(step) ? 'this' : 'the post'
  return message ? refused('refused_by_server', `The server rejected ${what}: “${message.slice(0, quotedMax)}”`) : null
}

/** A longer wait is an error of the server or its clock: its windows last three hours at most. */
const longestWaitMs = 24 * 3_600_000

/** Returns the verdict on a rate limit, whose header is a date. Without one the default verdict reads `Retry-After`. */
function limited({ sent, status, headers }: Failure, now: Date): Verdict | null {
  const endsMs = Date.parse(headers['x-ratelimit-reset'] ?? '')
  if (sent !== 'answered' || status !== 429 || Number.isNaN(endsMs)) return null
  const until = new Date(Math.min(endsMs, now.getTime() + longestWaitMs))
  return { is: 'retry', of: 'account', until, why: 'This account has reached the server’s rate limit.' }
}
