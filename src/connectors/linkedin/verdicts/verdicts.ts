import type { Failure, Verdict } from '#connectors/connector.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { jsonOf, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import {
  operatorProblem,
  quotedPostGone,
  reauth,
  refused,
  refusedInWords,
  retryCall,
} from '#connectors/verdicts/verdicts.ts'
import { processingFailed, uploadLost } from '../media/ready.ts'
import { duplicateMissing, parse } from './parse-error.ts'

/** Returns the verdict on a LinkedIn error by the name that `parse` gives it. */
export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  limited(failure, now) ?? fromTable(failure, step) ?? inTheirWords(failure)

const connecting = ['connect', 'whoami', 'targets']
const picturing = ['image', 'awaitImage']
const leafing = ['document', 'awaitDocument']
const filming = ['startVideo', 'sendVideo', 'finishVideo', 'awaitVideo']

const again = (from: string): Verdict => ({
  is: 'again',
  from,
  why: 'LinkedIn no longer accepts this upload.',
})

const quotedMax = 300

const gone = 'Access has expired or was revoked. Reconnect the account.'
const newVersion =
  'LinkedIn no longer supports this version of its API. Set LINKEDIN_VERSION to a newer version, as YYYYMM.'
const mayNot =
  'LinkedIn denied permission. Check that you can still post there and that the app has the required product, then ' +
  'reconnect the account.'

export const rows: readonly VerdictRow[] = [
  // Our app.
  { when: { status: 426 }, verdict: operatorProblem(newVersion, 'version_ended') },
  { when: { code: 'NONEXISTENT_VERSION' }, verdict: operatorProblem(newVersion, 'version_ended') },
  { when: { code: 'VERSION_MISSING' }, verdict: operatorProblem(newVersion, 'version_ended') },
  {
    when: { code: 'invalid_client' },
    verdict: operatorProblem(
      'LinkedIn doesn’t recognize the app. Check LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET.',
      'app_unknown',
    ),
  },
  {
    when: { code: 'unauthorized_client' },
    verdict: operatorProblem(
      'LinkedIn doesn’t allow the app to do this. Check its products in the LinkedIn developer portal.',
      'app_not_allowed',
    ),
  },
  {
    when: { code: 'unauthorized_scope_error' },
    verdict: operatorProblem(
      'The app can’t request all of its scopes. Set LINKEDIN_SCOPES to the ones it can.',
      'app_not_allowed',
    ),
  },

  // The sign-in.
  {
    when: { code: 'invalid_request' },
    on: ['connect'],
    verdict: reauth('LinkedIn rejected the sign-in. Start again.'),
  },
  {
    when: { code: 'invalid_grant' },
    on: ['connect'],
    verdict: reauth('LinkedIn rejected the sign-in. Start again.'),
  },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'invalid_request' }, on: ['refresh'], verdict: reauth(gone) },
  // This status has many error names; only the status matters.
  { when: { status: 401 }, verdict: reauth(gone) },
  {
    when: { code: 'organization_scope_missing' },
    verdict: reauth(
      'Organization posting permission is missing. Reconnect the account and allow it.',
      'permission_missing',
    ),
  },

  // Files.
  {
    when: { code: processingFailed },
    verdict: refusedInWords('media_processing_failed', 'LinkedIn could not process the file'),
  },
  {
    when: { code: 'MEDIA_ASSET_PROCESSING_FAILED' },
    verdict: refusedInWords('media_processing_failed', 'LinkedIn could not process the file'),
  },
  { when: { code: uploadLost }, on: picturing, verdict: again('imageAgain') },
  { when: { code: uploadLost }, on: leafing, verdict: again('documentAgain') },
  { when: { code: uploadLost }, on: filming, verdict: again('videoAgain') },
  { when: { code: 'EXPIRED_UPLOAD_URL' }, on: picturing, verdict: again('imageAgain') },
  { when: { code: 'EXPIRED_UPLOAD_URL' }, on: leafing, verdict: again('documentAgain') },
  { when: { code: 'EXPIRED_UPLOAD_URL' }, on: filming, verdict: again('videoAgain') },
  { when: { status: 404 }, on: ['awaitImage'], verdict: again('imageAgain') },
  { when: { status: 404 }, on: ['awaitDocument'], verdict: again('documentAgain') },
  { when: { status: 404 }, on: ['sendVideo', 'finishVideo', 'awaitVideo'], verdict: again('videoAgain') },
  {
    when: { code: 'MEDIA_ASSET_WAITING_UPLOAD' },
    verdict: retryCall('LinkedIn is still processing one of the post’s files.', 'file_unready'),
  },
  {
    when: { code: 'MEDIA_ASSET_PROCESSING' },
    verdict: retryCall('LinkedIn is still processing one of the post’s files.', 'file_unready'),
  },
  {
    when: { status: 413 },
    verdict: refused('media_too_large', 'The file is larger than LinkedIn allows. Use a smaller file.'),
  },

  // Duplicates.
  {
    when: { code: duplicateMissing },
    verdict: {
      is: 'doubt',
      why: 'LinkedIn reported a duplicate, so an earlier attempt may already be live.',
    },
  },
  {
    when: { code: 'DUPLICATE_POST' },
    on: ['post'],
    verdict: refused(
      'duplicate_text',
      'The account posted the same content in the last few minutes, and LinkedIn rejects duplicates. Change the text.',
    ),
  },
  {
    when: { code: 'DUPLICATE_POST' },
    on: ['comment'],
    verdict: {
      is: 'doubt',
      why: 'LinkedIn reports a duplicate comment, so an earlier attempt may have been published.',
    },
  },

  // A new post that is not yet visible everywhere on LinkedIn.
  {
    when: { code: 'activity_missing' },
    verdict: retryCall('LinkedIn isn’t showing the new post everywhere yet.', 'not_shown_yet'),
  },
  {
    when: { code: 'resource_forbidden' },
    on: ['comment'],
    verdict: retryCall('LinkedIn isn’t showing the new post everywhere yet.', 'not_shown_yet'),
  },
  {
    when: { status: 404 },
    on: ['comment'],
    verdict: retryCall('LinkedIn isn’t showing the new post everywhere yet.', 'not_shown_yet'),
  },
  { when: { code: 'parent_refused' }, on: ['post'], verdict: quotedPostGone },
  { when: { status: 409 }, verdict: retryCall('LinkedIn was busy with another request for this account.') },

  // Missing permissions.
  { when: { status: 403 }, on: connecting, verdict: reauth(mayNot, 'permission_missing') },
  { when: { status: 403 }, on: ['comment'], verdict: refused('comment_not_permitted', mayNot) },
  { when: { status: 403 }, verdict: refused('not_permitted', mayNot) },
  {
    when: { code: 'owner_differs' },
    verdict: refused(
      'media_of_another',
      'The file was uploaded for a different account than the one that posts it. Publish the post again.',
    ),
  },
  {
    when: { code: 'FIELD_LENGTH_TOO_LONG' },
    verdict: refusedInWords('text_too_long', 'A field is longer than LinkedIn allows'),
  },
  { when: { status: 422 }, verdict: refusedInWords('refused_by_network', 'LinkedIn rejected the post') },
]

const fromTable = readTable(rows, parse)

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || failure.status !== 400) return null
  if (jsonOf(failure) === null) return retryCall('A server in front of LinkedIn responded instead of LinkedIn.')
  const message = parse(failure)?.message
  return message ? refused('refused_by_network', `LinkedIn rejected the post: “${message.slice(0, quotedMax)}”`) : null
}

const dayMs = 86_400_000

/** Returns the verdict on a rate limit. Limits last for a UTC day, and no response says when it ends. */
function limited(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered' || failure.status !== 429) return null
  const waitMs = retryAfterMs(failure.headers['retry-after'], now)
  const nextDay = Math.floor(now.getTime() / dayMs + 1) * dayMs
  const until = waitMs === null ? new Date(nextDay) : new Date(now.getTime() + waitMs)
  return parse(failure)?.code === 'app_day_limit'
    ? { is: 'retry', of: 'app', until, why: 'The app has reached its daily LinkedIn limit.' }
    : { is: 'retry', of: 'account', until, why: 'This account has reached its daily LinkedIn limit.' }
}
