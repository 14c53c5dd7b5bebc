import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { parse } from './parse-error.ts'

/** Returns the verdict on an error of X, by the name that `parse` gives it. */
export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  limited(failure) ?? capped(failure, now) ?? fromTable(failure, step) ?? inTheirWords(failure)

const uploading = ['upload', 'append', 'finalize', 'wait', 'describe'] as const
const posting = ['post', 'comment'] as const

const reauth = (why: string): Verdict => ({ is: 'reauth', why })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })
const operator = (why: string): Verdict => ({ is: 'operator', why })

const inWords =
  (code: string, before: string) =>
  (_: Failure, { message }: ParsedError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, saidMax)}”`)

const suspended = 'X has suspended the account. Its owner has to settle that there, and connect it again.'
const locked = 'X has locked the account until its owner signs in there. Do that, then connect it again.'
const signInAgain = 'X does not take the sign-in. Begin it once more.'
const gone = 'X no longer takes the sign-in of this account. Connect it again.'

export const rows: readonly VerdictRow[] = [
  // Our app and the sign-in.
  { when: { code: 'unauthorized_client' }, verdict: operator('X does not know our app. Look at its id and secret.') },
  { when: { code: 'invalid_client' }, verdict: operator('X does not know our app. Look at its id and secret.') },
  { when: { code: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_request' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'token_invalid' }, verdict: reauth(gone) },
  {
    when: { code: 'invalid_request' },
    on: ['refresh'],
    verdict: { is: 'retry', of: 'call', why: 'X did not understand that we asked for new tokens.' },
  },
  { when: { code: 'unsupported-authentication' }, verdict: reauth(gone) },
  { when: { code: '89' }, verdict: reauth(gone) },
  { when: { status: 401 }, verdict: reauth(gone) },
  { when: { code: 'user-suspended' }, verdict: reauth(suspended) },
  { when: { code: '64' }, verdict: reauth(suspended) },
  { when: { code: '326' }, verdict: reauth(locked) },
  {
    when: { code: 'bare_forbidden' },
    on: uploading,
    verdict: reauth(
      'The sign-in does not cover pictures and videos (media.write). Connect the account again, and leave that ticked.',
    ),
  },

  // Our app: credits, plan and permissions.
  { when: { status: 402 }, verdict: operator('The app has no credits left at X, or has reached its spending limit.') },
  { when: { code: 'client-not-enrolled' }, verdict: operator('The app is not attached to a project or plan at X.') },
  { when: { code: 'client-forbidden' }, verdict: operator('The app is not attached to a project or plan at X.') },
  {
    when: { code: 'mentions_not_allowed' },
    verdict: refused('mentions_not_allowed', "The app's plan at X does not let it mention people. Take out the names."),
  },

  // Duplicates.
  {
    when: { code: 'duplicate_again' },
    on: posting,
    verdict: { is: 'doubt', why: 'X calls it a repeat, so an earlier try may be there.' },
  },
  {
    when: { code: 'duplicate' },
    on: posting,
    verdict: refused(
      'duplicate_text',
      'The account has posted this very text of late, and X takes none twice. Change the text.',
    ),
  },

  // Files.
  {
    when: { code: 'processing_failed' },
    on: ['finalize', 'wait'],
    verdict: inWords('media_processing_failed', 'X cannot make anything of the file. Take another'),
  },
  {
    when: { code: 'media_gone' },
    on: uploading,
    verdict: { is: 'again', from: 'resend', why: 'X no longer has a file that was sent to it.' },
  },
  {
    when: { status: 404 },
    on: uploading,
    verdict: { is: 'again', from: 'resend', why: 'X no longer has a file that was sent to it.' },
  },
  {
    when: { code: 'media_gone' },
    on: posting,
    verdict: { is: 'again', from: 'afresh', why: 'X no longer has a file that was sent to it.' },
  },
  { when: { status: 413 }, on: uploading, verdict: refused('media_too_large', 'The file is larger than X takes.') },
  {
    when: { code: 'video_too_long' },
    verdict: refused('video_too_long', 'The video is longer than X takes from this account. Shorten it.'),
  },
  {
    when: { code: 'media_too_many' },
    on: posting,
    verdict: refused('media_too_many', 'X takes four pictures in a post, or one video, or one GIF.'),
  },
  { when: { status: 400 }, on: ['describe'], verdict: inWords('alt_text_refused', 'X does not take the alt text') },
  { when: { status: 400 }, on: uploading, verdict: inWords('media_refused', 'X does not take the file') },

  // The post.
  {
    when: { code: 'text_too_long' },
    on: posting,
    verdict: refused('text_too_long', 'The text is longer than X takes from this account. Shorten it.'),
  },
  {
    when: { code: '186' },
    on: posting,
    verdict: refused('text_too_long', 'The text is longer than X takes. Shorten it.'),
  },
  {
    when: { code: 'cashtags_too_many' },
    on: posting,
    verdict: refused('cashtags_too_many', 'X takes one cashtag ($NAME) in a post. Take out the others.'),
  },
  {
    when: { code: 'signs_not_allowed' },
    on: posting,
    verdict: refused(
      'signs_not_allowed',
      'There is a sign in the text that X does not take and nobody sees. Type it anew.',
    ),
  },
  {
    when: { code: 'link_invalid' },
    on: posting,
    verdict: refused('link_invalid', 'X does not take a link that is in the text. Look at it, or leave it out.'),
  },
  {
    when: { code: 'feature_not_permitted' },
    on: posting,
    verdict: refused(
      'feature_not_permitted',
      'X does not let this account do that: long posts and the like need Premium. Shorten the text.',
    ),
  },
  {
    when: { code: 'reply_not_allowed' },
    on: posting,
    verdict: refused('reply_target_gone', 'The post that this one answers is gone, or X does not let us answer it.'),
  },
  {
    when: { code: 'not_permitted' },
    verdict: refused(
      'not_permitted',
      "X did not permit it and does not say why: the app's rights, a lock on the account, or its filter of spam. Look at the account there before you send it again.",
    ),
  },
]

const fromTable = readTable(rows, parse)

const saidMax = 300

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || ![400, 403].includes(failure.status ?? 0)) return null
  if (jsonOf(failure) === null) return { is: 'retry', of: 'call', why: 'Something in front of X answered, not X.' }
  const message = parse(failure)?.message
  return message ? refused('refused_by_network', `X refused it: “${message.slice(0, saidMax)}”`) : null
}

/** Returns the verdict on a rate limit. Each window has its own headers; the one that is used up says until when. */
function limited(failure: Failure): Verdict | null {
  const { sent, status, headers } = failure
  if (sent !== 'answered' || status !== 429 || parse(failure)?.code === 'usage-capped') return null
  const endOf = (name: string): Date | null => {
    const isOver = headers[`${name}-remaining`] === undefined || Number(headers[`${name}-remaining`]) <= 0
    const resets = Number(headers[`${name}-reset`] ?? Number.NaN)
    return isOver && Number.isFinite(resets) ? new Date(resets * 1_000) : null
  }
  const app = endOf('x-app-limit-24hour')
  if (app) return { is: 'retry', of: 'app', until: app, why: 'X takes no more from our app today.' }
  const until = endOf('x-user-limit-24hour') ?? endOf('x-rate-limit')
  return until && { is: 'retry', of: 'account', until, why: 'X takes no more from this account for now.' }
}

const dayMs = 86_400_000

/**
 * Returns the verdict on a monthly cap. No answer says when it ends, so the app is parked until the next day in UTC.
 */
function capped(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered' || parse(failure)?.code !== 'usage-capped') return null
  const until = new Date(Math.ceil((now.getTime() + 60_000) / dayMs) * dayMs)
  return { is: 'retry', of: 'app', until, why: "The app's plan at X is used up for this month." }
}
