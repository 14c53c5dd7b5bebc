import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { neededScopes } from '../auth/auth.ts'

/**
 * Returns the verdict on an error of Mastodon. Errors have no codes, only `{ error: "a sentence" }`. So whole sentences
 * are compared with the known ones, with and without their prefix; sentences with a number or a name are matched by a
 * pattern. An unknown error is a refusal in the server's own words.
 */
export const judge = (failure: Failure, step: string): Verdict | null =>
  notMastodon(failure, step) ??
  elsewhere(failure) ??
  limited(failure) ??
  fromTable(failure, step) ??
  inTheirWords(failure)

const posting = ['post', 'post-once', 'comment', 'comment-once']

/**
 * Builds a final verdict: access tokens of Mastodon are never renewed, so an error of a token or its account is
 * permanent.
 */
const reconnect = (why: string): Verdict => ({ is: 'reauth', why, final: true })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })

export const rows: readonly VerdictRow[] = [
  {
    when: { status: 401 },
    verdict: reconnect(
      'The server no longer takes the access token. Make one there under Preferences, Development, and connect again.',
    ),
  },
  {
    when: { status: 403, message: 'This action is outside the authorized scopes' },
    verdict: reconnect(`The access token may not do this. It needs the scopes ${neededScopes.join(', ')}.`),
  },
  {
    when: { status: 403, message: 'Your login is currently disabled' },
    verdict: reconnect('The server has disabled this account. Its staff can say why.'),
  },
  {
    when: { status: 403, message: 'Your login is missing a confirmed e-mail address' },
    verdict: reconnect('The e-mail address of this account is not confirmed there. Confirm it and connect again.'),
  },
  {
    when: { status: 403, message: 'Your login is currently pending approval' },
    verdict: reconnect('The staff of the server has not let this account in yet. Connect it again when they have.'),
  },
  {
    when: { status: 422, message: 'This method requires an authenticated user' },
    verdict: reconnect(
      'The access token is that of an application, not of a person. Take the one called “Your access token”.',
    ),
  },
  // An answer from something in front of the server: the same call may well succeed the next time.
  ...[403, 404].map(
    (status): VerdictRow => ({
      when: { status, code: 'no_json' },
      verdict: {
        is: 'retry',
        of: 'call',
        why: `Something in front of the server answered ${status}, not the server itself.`,
      },
    }),
  ),

  {
    when: { status: 413 },
    on: ['upload'],
    verdict: refused('media_too_large', 'The file has more bytes than the server takes. Take a smaller one.'),
  },
  {
    when: { status: 422, message: 'File content type is invalid, File is invalid' },
    on: ['upload'],
    verdict: refused(
      'media_type_not_supported',
      'The server does not take files of this type. Take a JPEG, PNG or MP4.',
    ),
  },
  {
    when: { status: 422, code: 'file_too_large' },
    on: ['upload'],
    verdict: refused('media_too_large', 'The file has more bytes than the server takes. Take a smaller one.'),
  },
  {
    when: { status: 422, code: 'too_many_pixels' },
    on: ['upload'],
    verdict: refused('media_too_many_pixels', 'The file has more pixels than the server takes. Take a smaller one.'),
  },
  {
    when: { status: 422, code: 'description_too_long' },
    on: ['upload'],
    verdict: refused(
      'alt_text_too_long',
      'The text for those who cannot see the file is longer than the server takes.',
    ),
  },
  {
    when: { status: 500, message: 'Error processing thumbnail for uploaded media' },
    on: ['upload', 'wait'],
    verdict: refused(
      'media_processing_failed',
      'The server cannot make anything of the file. It may be broken; take another.',
    ),
  },
  {
    when: { status: 422 },
    on: ['wait'],
    verdict: refused(
      'media_processing_failed',
      'The server could not convert the file. It may be broken; take another.',
    ),
  },
  {
    when: { status: 404 },
    on: ['wait'],
    verdict: { is: 'again', from: 'afresh', why: 'The server no longer has a file that was sent to it.' },
  },

  {
    when: { status: 422, message: 'Cannot attach files that have not finished processing. Try again in a moment!' },
    on: posting,
    verdict: { is: 'retry', of: 'call', why: 'The server is still converting a file.' },
  },
  {
    when: { status: 422, code: 'media_not_found' },
    on: posting,
    verdict: { is: 'again', from: 'afresh', why: 'The server no longer has a file that was sent to it.' },
  },
  {
    when: { status: 422, code: 'text_too_long' },
    on: posting,
    verdict: refused(
      'text_too_long',
      'The text, with its content warning, is longer than this server takes. Shorten it.',
    ),
  },
  {
    when: { status: 422, message: "Text can't be blank" },
    on: posting,
    verdict: refused('text_missing', 'There is nothing to publish: neither text nor a picture or video.'),
  },
  {
    when: { status: 422, message: 'Cannot attach a video to a post that already contains images' },
    on: posting,
    verdict: refused('media_mixed', 'Mastodon does not take pictures and videos in one post. Leave out either.'),
  },
  {
    when: { status: 422, code: 'too_many_files' },
    on: posting,
    verdict: refused(
      'media_too_many',
      'There are more files than this server takes in one post, or a poll beside them.',
    ),
  },
  {
    when: { status: 404 },
    on: posting,
    verdict: refused('reply_target_gone', 'The post that this one answers is not there any more.'),
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
  const said = typeof json.error === 'string' ? json.error : null
  const message = said?.replace(/^Validation failed: /, '') ?? null
  const code = message === null ? null : (sentences.find(([, sentence]) => sentence.test(message))?.[0] ?? null)
  return { status, code, message }
}

const fromTable = readTable(rows, parse)

/** Recognizes another program: it answers 200 with a page, or lacks a path that every Mastodon server has. */
function notMastodon(failure: Failure, step: string): Verdict | null {
  const { sent, status } = failure
  if (step !== 'connect' || sent !== 'answered' || status === null) return null
  const isOther = (status >= 200 && status < 400) || status === 404
  return isOther
    ? refused('not_mastodon', 'What answers there is not a Mastodon server. Look at the address once more.')
    : null
}

/**
 * Returns the verdict on a redirect. One server that has moved says nothing of the others, which an operator verdict
 * would park.
 */
function elsewhere({ sent, status }: Failure): Verdict | null {
  if (sent !== 'answered' || status === null || status < 300 || status > 399) return null
  return status === 301 || status === 308
    ? reconnect('The server has moved to another address. Connect the account again with that one.')
    : { is: 'retry', of: 'call', why: `The server sent us elsewhere (status ${status}).` }
}

const saidMax = 300

function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || ![403, 422].includes(failure.status ?? 0)) return null
  const message = parse(failure)?.message
  return message ? refused('refused_by_server', `The server refused it: “${message.slice(0, saidMax)}”`) : null
}

/** Returns the verdict on a rate limit, whose header is a date. Without one the default verdict reads `Retry-After`. */
function limited({ sent, status, headers }: Failure): Verdict | null {
  const until = new Date(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (sent !== 'answered' || status !== 429 || Number.isNaN(until.getTime())) return null
  return { is: 'retry', of: 'account', until, why: 'The server takes no more from this account for now.' }
}
