import type { Failure, Verdict } from '#connectors/connector.ts'
import { actKinds } from '#connectors/contract/inbox-acts.ts'
import { jsonOf, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import {
  answeredGone,
  answeredMissing,
  itemGone,
  itemMissing,
  operatorProblem,
  reauth,
  reconnect,
  refused,
  refusedInWords,
} from '#connectors/verdicts/verdicts.ts'
import { noCounters } from '../metrics.ts'
import { noLinks } from '../post/same-text.ts'
import { parse } from './parse-error.ts'

/** Returns the verdict on an X error by the name that `parse` gives it. */
export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  (failure.code === itemMissing ? itemGone : null) ??
  limited(failure) ??
  capped(failure, now) ??
  fromTable(failure, step) ??
  inTheirWords(failure)

const uploading = ['upload', 'append', 'finalize', 'wait', 'describe'] as const
const posting = ['post', 'comment'] as const

const suspended = 'X has suspended the account. Appeal the suspension at x.com, then connect the account again.'
const locked = 'X has locked the account. Sign in at x.com and follow the steps there, then connect the account again.'
const signInAgain = 'X rejected the sign-in. Start again.'
const gone = 'We’ve lost access to this X account. Reconnect it.'
const replyTargetGone = refused(
  'reply_target_gone',
  'The post being replied to was deleted, or X doesn’t allow replies to it.',
)

export const rows: readonly VerdictRow[] = [
  // Our app and signing in.
  {
    when: { code: 'unauthorized_client' },
    verdict: operatorProblem('X doesn’t recognize the app. Check X_CLIENT_ID and X_CLIENT_SECRET.', 'app_unknown'),
  },
  {
    when: { code: 'invalid_client' },
    verdict: operatorProblem('X doesn’t recognize the app. Check X_CLIENT_ID and X_CLIENT_SECRET.', 'app_unknown'),
  },
  { when: { code: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_request' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'token_invalid' }, verdict: reauth(gone) },
  {
    when: { code: 'invalid_request' },
    on: ['refresh'],
    verdict: { is: 'retry', of: 'call', why: 'X rejected the request for new tokens.' },
  },
  { when: { code: 'unsupported-authentication' }, verdict: reauth(gone) },
  { when: { code: '89' }, verdict: reauth(gone) },
  { when: { status: 401 }, verdict: reauth(gone) },
  { when: { code: 'user-suspended' }, verdict: reconnect(suspended) },
  { when: { code: '64' }, verdict: reconnect(suspended) },
  { when: { code: '326' }, verdict: reconnect(locked) },
  {
    when: { code: 'bare_forbidden' },
    on: uploading,
    verdict: reauth(
      'The permission for images and videos (media.write) is missing. Connect the account again and grant it.',
      'permission_missing',
    ),
  },

  // Our app: credits, plan and permissions.
  {
    when: { status: 402 },
    verdict: operatorProblem(
      'The app has no credits left at X, or has reached its spending limit. Buy credits or raise the limit in X’s ' +
        'developer console.',
      'app_credits_used',
    ),
  },
  {
    when: { code: 'client-not-enrolled' },
    verdict: operatorProblem(
      'The app doesn’t belong to a project or plan at X. Attach it to one in X’s developer console.',
      'app_not_allowed',
    ),
  },
  {
    when: { code: 'client-forbidden' },
    verdict: operatorProblem(
      'The app doesn’t belong to a project or plan at X. Attach it to one in X’s developer console.',
      'app_not_allowed',
    ),
  },
  {
    when: { code: 'mentions_not_allowed' },
    verdict: refused(
      'mentions_not_allowed',
      'The app’s plan at X doesn’t allow mentions. Remove the mentions from the text.',
    ),
  },

  {
    when: { code: noCounters },
    on: ['metrics'],
    verdict: operatorProblem(
      'X returned posts without their counters, so it may have renamed the field. The metrics are unchanged. ' +
        'Update Posthorn.',
      'version_ended',
    ),
  },

  {
    when: { code: noLinks },
    on: ['readBack'],
    verdict: operatorProblem(
      'X returned a post without the links in its text, so it may have renamed the field. Update Posthorn.',
      'version_ended',
    ),
  },

  // Duplicates.
  {
    when: { code: 'duplicate_again' },
    on: posting,
    verdict: { is: 'doubt', why: 'X reported a duplicate, so an earlier attempt may already be live.' },
  },
  {
    when: { code: 'duplicate' },
    on: posting,
    verdict: refused(
      'duplicate_text',
      'X rejects duplicate posts, and this account recently posted the same text. Edit the text.',
    ),
  },

  // Files.
  {
    when: { code: 'processing_failed' },
    on: ['finalize', 'wait'],
    verdict: refusedInWords('media_processing_failed', 'X could not process the file. Use another file'),
  },
  {
    when: { code: 'media_gone' },
    on: uploading,
    verdict: { is: 'again', from: 'resend', why: 'X no longer has an uploaded file.' },
  },
  {
    when: { status: 404 },
    on: uploading,
    verdict: { is: 'again', from: 'resend', why: 'X no longer has an uploaded file.' },
  },
  {
    when: { code: 'media_gone' },
    on: posting,
    verdict: { is: 'again', from: 'afresh', why: 'X no longer has an uploaded file.' },
  },
  {
    when: { status: 413 },
    on: uploading,
    verdict: refused('media_too_large', 'The file is larger than X allows. Use a smaller file.'),
  },
  {
    when: { code: 'video_too_long' },
    verdict: refused('video_too_long', 'The video is longer than X allows for this account. Shorten it.'),
  },
  {
    when: { code: 'media_too_many' },
    on: posting,
    verdict: refused('media_too_many', 'X allows four images, one video or one GIF per post. Remove the other files.'),
  },
  { when: { status: 400 }, on: ['describe'], verdict: refusedInWords('alt_text_refused', 'X rejected the alt text') },
  { when: { status: 400 }, on: uploading, verdict: refusedInWords('media_refused', 'X rejected the file') },

  // A reply of the inbox.
  { when: { code: answeredMissing }, verdict: answeredGone },
  { when: { status: 403 }, on: actKinds, verdict: refusedInWords('refused_by_network', 'X rejected this') },
  { when: { status: 400 }, on: actKinds, verdict: refusedInWords('refused_by_network', 'X rejected this') },

  // The post.
  {
    when: { code: 'text_too_long' },
    on: posting,
    verdict: refused('text_too_long', 'The text is longer than X allows for this account. Shorten it.'),
  },
  {
    when: { code: '186' },
    on: posting,
    verdict: refused('text_too_long', 'The text is longer than X allows. Shorten it.'),
  },
  {
    when: { code: 'cashtags_too_many' },
    on: posting,
    verdict: refused('cashtags_too_many', 'X allows one cashtag ($NAME) per post. Remove the others.'),
  },
  {
    when: { code: 'signs_not_allowed' },
    on: posting,
    verdict: refused('signs_not_allowed', 'The text contains an invisible character that X rejects. Retype it.'),
  },
  {
    when: { code: 'link_invalid' },
    on: posting,
    verdict: refused('link_invalid', 'X rejected a link in the text. Correct or remove it.'),
  },
  {
    when: { code: 'feature_not_permitted' },
    on: posting,
    verdict: refused(
      'feature_not_permitted',
      'X doesn’t allow this for the account: long posts and similar features require Premium. Shorten the text.',
    ),
  },
  {
    when: { code: 'reply_target_young' },
    on: posting,
    verdict: { is: 'retry', of: 'call', why: 'X doesn’t show the previous part yet.', code: 'not_shown_yet' },
  },
  {
    when: { code: 'reply_target_hidden' },
    on: posting,
    verdict: replyTargetGone,
  },
  {
    when: { code: 'reply_not_allowed' },
    on: posting,
    verdict: refused(
      'reply_not_allowed',
      'X doesn’t allow this reply. An app on one of X’s self-serve plans may reply only to a post whose author ' +
        'mentions the account or quotes one of its posts. The author may also have limited who can reply.',
    ),
  },
  {
    when: { code: 'not_permitted' },
    verdict: refused(
      'not_permitted',
      'X rejected the post without a reason. Possible causes are the app’s permissions, a locked account and the ' +
        'spam filter. Check the account at x.com before you retry.',
    ),
  },
]

const fromTable = readTable(rows, parse)

const quotedMax = 300

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || ![400, 403].includes(failure.status ?? 0)) return null
  if (jsonOf(failure) === null)
    return { is: 'retry', of: 'call', why: 'A server in front of X responded instead of X.' }
  const message = parse(failure)?.message
  return message ? refused('refused_by_network', `X rejected the post: “${message.slice(0, quotedMax)}”`) : null
}

/**
 * Returns the verdict on a rate limit. Each window has its own headers; those of the exhausted window say when it
 * resets.
 */
function limited(failure: Failure): Verdict | null {
  const { sent, status, headers } = failure
  if (sent !== 'answered' || status !== 429 || parse(failure)?.code === 'usage-capped') return null
  const endOf = (name: string): Date | null => {
    const isOver = headers[`${name}-remaining`] === undefined || Number(headers[`${name}-remaining`]) <= 0
    const resets = Number(headers[`${name}-reset`] ?? Number.NaN)
    return isOver && Number.isFinite(resets) ? new Date(resets * 1_000) : null
  }
  const app = endOf('x-app-limit-24hour')
  if (app) return { is: 'retry', of: 'app', until: app, why: 'The app has reached its daily limit at X.' }
  const until = endOf('x-user-limit-24hour') ?? endOf('x-rate-limit')
  return until && { is: 'retry', of: 'account', until, why: 'The account has reached an X rate limit.' }
}

const dayMs = 86_400_000

/**
 * Returns the verdict on a monthly cap. No response says when it ends, so the app is parked until the next UTC day.
 */
function capped(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered' || parse(failure)?.code !== 'usage-capped') return null
  const until = new Date(Math.ceil((now.getTime() + 60_000) / dayMs) * dayMs)
  return {
    is: 'retry',
    of: 'app',
    until,
    why: 'The app’s plan at X includes no more posts this month.',
    code: 'app_plan_used',
  }
}
