import type { Failure, Verdict } from '#connectors/connector.ts'
import { rejectedBy, verdictOnItem } from '#connectors/verdicts/act-verdicts.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { jsonOf, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import {
  answeredGone,
  operatorProblem,
  reauth,
  reconnect,
  refused,
  refusedInWords,
  retryCall,
} from '#connectors/verdicts/verdicts.ts'
import { after } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import { parse } from './parse-error.ts'

/** Returns the verdict on an error by YouTube's reason. */
export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  return (
    verdictOnItem(failure) ??
    waited(failure, now) ??
    cameToNothing(failure) ??
    fromTable(failure, step) ??
    inTheirWords(failure, step)
  )
}

const signInAgain = 'Google rejected the sign-in. Start again.'
const gone = 'Google no longer allows access to this account. Connect it again.'
const ticked =
  'A permission for YouTube is missing. Connect the account again, and leave all boxes checked on Google’s page.'
const noChannel =
  'This Google account has no YouTube channel. Create one at youtube.com, then connect the account again.'
const appUnknown = 'Google doesn’t recognize the app. Check YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET.'
const callbackUnknown =
  'This installation’s callback URL isn’t registered at Google. Add it to the OAuth client’s authorized redirect URIs.'
const apiOff = 'The YouTube Data API isn’t enabled for the app. Enable it in the Google Cloud console.'
const notTheirs =
  'This Google account isn’t allowed to upload to the channel. Connect again with one that is, and choose the channel.'
const suspended = 'YouTube has suspended or closed the channel. The owner can appeal in YouTube Studio.'
const forgotten: Verdict = {
  is: 'again',
  from: 'open',
  why: 'YouTube lost the upload. Starting again.',
}

const uploading = ['send', 'finish'] as const
const inWords = refusedInWords('refused_by_network', 'YouTube rejected the video')

export const rows: readonly VerdictRow[] = [
  // Signing in.
  { when: { code: 'invalid_client' }, verdict: operatorProblem(appUnknown, 'app_unknown') },
  { when: { code: 'unauthorized_client' }, verdict: operatorProblem(appUnknown, 'app_unknown') },
  { when: { code: 'redirect_uri_mismatch' }, verdict: operatorProblem(callbackUnknown, 'callback_unknown') },
  { when: { code: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'access_denied' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'no_channel' }, verdict: reconnect(noChannel, 'account_gone') },
  { when: { code: 'youtubeSignupRequired' }, verdict: reconnect(noChannel, 'account_gone') },

  // The upload, whose session ends after about a week.
  { when: { status: 404 }, on: uploading, verdict: forgotten },
  { when: { status: 410 }, on: uploading, verdict: forgotten },

  // The token, its scopes, and what the Google account may do.
  { when: { code: 'authError' }, verdict: reauth(gone) },
  { when: { code: 'UNAUTHENTICATED' }, verdict: reauth(gone) },
  { when: { code: 'authorizationRequired' }, verdict: reauth(gone) },
  { when: { code: 'insufficientPermissions' }, verdict: reconnect(ticked, 'permission_missing') },
  { when: { code: 'insufficientPermission' }, verdict: reconnect(ticked, 'permission_missing') },
  { when: { code: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }, verdict: reconnect(ticked, 'permission_missing') },
  {
    when: { code: 'forbidden', status: 403 },
    on: ['hide', 'remove'],
    verdict: refused('refused_by_network', 'YouTube doesn’t allow this for this comment.'),
  },
  { when: { code: 'forbidden', status: 403 }, verdict: refused('channel_not_allowed', notTheirs) },
  { when: { code: 'accessNotConfigured' }, verdict: operatorProblem(apiOff, 'api_off') },
  { when: { code: 'authenticatedUserAccountSuspended' }, verdict: reconnect(suspended) },
  { when: { code: 'authenticatedUserAccountClosed' }, verdict: reconnect(suspended) },
  { when: { code: 'accountSuspended' }, verdict: reconnect(suspended) },
  { when: { code: 'accountClosed' }, verdict: reconnect(suspended) },

  // Replies.
  { when: { code: 'parentCommentNotFound' }, verdict: answeredGone },
  { when: { code: 'commentsDisabled' }, on: ['reply'], verdict: answeredGone },

  // Acts of the inbox.
  {
    when: { code: 'operationNotSupported' },
    on: ['hide', 'remove'],
    verdict: refused('refused_by_network', 'YouTube doesn’t support this for this comment.'),
  },

  // The video and its settings.
  {
    when: { code: 'forbiddenPrivacySetting' },
    verdict: refused('privacy_not_allowed', 'This privacy setting isn’t available to the channel. Choose another one.'),
  },
  {
    when: { code: 'forbiddenLicenseSetting' },
    verdict: refused('license_not_allowed', 'This license isn’t available to the channel. Choose another one.'),
  },
  { when: { code: 'invalidTitle' }, verdict: refusedInWords('title_refused', 'YouTube rejected the title') },
  { when: { code: 'invalidDescription' }, verdict: refusedInWords('text_refused', 'YouTube rejected the description') },
  { when: { code: 'invalidTags' }, verdict: refusedInWords('tags_refused', 'YouTube rejected the tags') },
  {
    when: { code: 'invalidCategoryId' },
    verdict: refused(
      'category_unknown',
      'YouTube doesn’t have this category in the channel’s country. Choose another one.',
    ),
  },
  {
    when: { code: 'invalidPublishAt' },
    verdict: refused('publish_at_refused', 'YouTube rejected publishAt. Choose a time in the future.'),
  },
  { when: { code: 'mediaBodyRequired' }, verdict: refusedInWords('media_refused', 'YouTube rejected the file') },
  { when: { code: 'invalidVideoMetadata' }, verdict: inWords },
  { when: { code: 'defaultLanguageNotSet' }, verdict: inWords },
  // The video may be in the playlist anyway, and a second call would add it twice.
  {
    when: { code: 'backendError' },
    on: ['playlist'],
    verdict: { is: 'doubt', why: 'YouTube returned an error, but may have added the video to the playlist.' },
  },
  { when: { code: 'backendError' }, verdict: retryCall('YouTube has a temporary problem.') },
]

const fromTable = readTable(rows, parse)

const minuteMs = 60_000
const hourMs = 3_600_000

/** The delays by reason. A project's quotas are renewed at midnight in California. */
export const waits: Readonly<
  Record<string, readonly [of: 'account' | 'app', until: 'midnight' | number, why: string]>
> = {
  quotaExceeded: ['app', 'midnight', 'The app has used up its YouTube quota for today.'],
  dailyLimitExceeded: ['app', 'midnight', 'The app has used up its YouTube quota for today.'],
  rateLimitExceeded: ['app', minuteMs, 'The app has reached a YouTube rate limit.'],
  userRateLimitExceeded: ['account', minuteMs, 'The account has reached a YouTube rate limit.'],
  uploadRateLimitExceeded: ['account', hourMs, 'The channel has uploaded too much in a short time.'],
  uploadLimitExceeded: ['account', 24 * hourMs, 'The channel has reached YouTube’s daily video limit.'],
}

const zone = 'America/Los_Angeles'

/** Returns the next midnight in California. */
export function nextMidnight(now: Date): Date {
  const wall = new Date(wallOf(now, zone))
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + 1), zone)
}

function waited(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered') return null
  const code = parse(failure)?.code ?? ''
  const known = Object.hasOwn(waits, code) ? waits[code] : undefined
  if (!known) return null
  const [of, usual, why] = known
  const statedMs = retryAfterMs(failure.headers['retry-after'], now)
  const until = statedMs !== null ? after(now, statedMs) : usual === 'midnight' ? nextMidnight(now) : after(now, usual)
  return { is: 'retry', of, until, why }
}

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure, step: string): Verdict | null {
  const { sent, status } = failure
  if (sent !== 'answered' || status === null || ![400, 403, 409, 412, 413].includes(status)) return null
  const parsed = parse(failure)
  if (jsonOf(failure) === null || !parsed)
    return retryCall('A server in front of YouTube responded instead of YouTube.')
  return rejectedBy('YouTube', step, 'the video')(failure, parsed)
}

/**
 * The verdicts on a video that YouTube accepted but then could not process or rejected. No one can watch such a video,
 * although the channel lists it.
 */
const failed: Readonly<Record<string, readonly [code: string, why: string]>> = {
  codec: ['media_refused', 'YouTube can’t read the codec of the video. Use an MP4 with H.264.'],
  conversion: ['media_refused', 'YouTube could not convert the video. Use an MP4 with H.264.'],
  emptyFile: ['media_refused', 'The file that arrived at YouTube was empty. Use another file.'],
  invalidFile: ['media_refused', 'YouTube can’t read the file as a video. Use an MP4 with H.264.'],
  tooSmall: ['media_refused', 'The video is too small for YouTube. Use another file.'],
  uploadAborted: ['upload_aborted', 'The upload was aborted at YouTube. Publish the post again.'],
  deleted: [
    'deleted_there',
    'The video was deleted at YouTube before it was published. Publish the post again if that was a mistake.',
  ],
}

const rejected: Readonly<Record<string, readonly [code: string, why: string]>> = {
  claim: [
    'copyright_claim',
    'YouTube blocked the video because a rights holder claims part of it (Content ID). See the claim in YouTube ' +
      'Studio. Replace the part, or dispute the claim there.',
  ],
  copyright: [
    'copyright_claim',
    'YouTube rejected the video for a copyright infringement. See the details in YouTube Studio, or use another video.',
  ],
  trademark: ['trademark_claim', 'YouTube rejected the video because it infringes a trademark.'],
  duplicate: ['duplicate_video', 'YouTube rejected the video because the channel already has the same one.'],
  inappropriate: ['against_the_rules', 'YouTube rejected the video because it violates the content rules.'],
  termsOfUse: ['against_the_rules', 'YouTube rejected the video because it violates the terms of use.'],
  legal: ['against_the_rules', 'YouTube rejected the video on legal grounds.'],
  length: [
    'video_too_long',
    'The video is longer than YouTube allows for the channel. Confirm a phone number at youtube.com/verify, or use ' +
      'a shorter video.',
  ],
  uploaderAccountClosed: ['channel_closed', 'The channel is closed.'],
  uploaderAccountSuspended: [
    'channel_suspended',
    'YouTube has suspended the channel. The owner can appeal in YouTube Studio.',
  ],
}

function cameToNothing({ code }: Failure): Verdict | null {
  const [, what, reason = ''] = /^(failed|rejected):(.*)$/s.exec(code ?? '') ?? []
  if (what === undefined) return null
  const table = what === 'failed' ? failed : rejected
  const [word, why] = (Object.hasOwn(table, reason) ? table[reason] : undefined) ?? other(what, reason)
  return { is: 'refused', code: word, why, nothingOut: true }
}

const other = (what: string, reason: string): readonly [string, string] =>
  what === 'failed'
    ? ['media_refused', `YouTube could not process the video (${reason}). Use an MP4 with H.264.`]
    : ['refused_by_network', `YouTube rejected the video (${reason}). See YouTube Studio.`]
