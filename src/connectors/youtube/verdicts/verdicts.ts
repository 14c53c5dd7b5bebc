import type { Failure, Verdict } from '#connectors/connector.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { jsonOf, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import {
  operatorProblem,
  reauth,
  reconnect,
  refused,
  refusedInWords,
  retryCall,
} from '#connectors/verdicts/verdicts.ts'
import { after } from '#kernel/clock.ts'
import { instantOf, wallOf } from '#kernel/local-time.ts'
import { cameToNothing } from './came-to-nothing.ts'
import { parse } from './parse-error.ts'

/** Returns the verdict on an error, by the reason that YouTube gives. */
export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  return waited(failure, now) ?? cameToNothing(failure) ?? fromTable(failure, step) ?? inTheirWords(failure)
}

const signInAgain = 'Google rejected the sign-in. Start again.'
const gone = 'Google no longer accepts the sign-in of this account. Connect it again.'
const ticked =
  'The sign-in lacks a permission for YouTube. Connect the account again, and leave all boxes ticked on the page of Google.'
const noChannel =
  'This Google account has no channel at YouTube. Create one at youtube.com, then connect the account again.'
const appUnknown = 'Google does not recognize the app. Check YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET.'
const callbackUnknown =
  'Google does not know the callback address of this installation. Add it to the authorized redirect URIs of the OAuth client.'
const apiOff = 'The YouTube Data API is not turned on for the app. Turn it on in the Google Cloud console.'
const notTheirs =
  'This Google login may not upload to the channel. Connect the account again with a login that may, and choose the channel.'
const suspended = 'YouTube has suspended or closed the channel. The owner can appeal in YouTube Studio.'
const forgotten: Verdict = { is: 'again', from: 'open', why: 'YouTube no longer knows the upload. It starts again.' }

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

  // The token, its scopes, and what the login may do.
  { when: { code: 'authError' }, verdict: reauth(gone) },
  { when: { code: 'UNAUTHENTICATED' }, verdict: reauth(gone) },
  { when: { code: 'authorizationRequired' }, verdict: reauth(gone) },
  { when: { code: 'insufficientPermissions' }, verdict: reconnect(ticked, 'permission_missing') },
  { when: { code: 'insufficientPermission' }, verdict: reconnect(ticked, 'permission_missing') },
  { when: { code: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }, verdict: reconnect(ticked, 'permission_missing') },
  { when: { code: 'forbidden', status: 403 }, verdict: refused('channel_not_allowed', notTheirs) },
  { when: { code: 'accessNotConfigured' }, verdict: operatorProblem(apiOff, 'api_off') },
  { when: { code: 'authenticatedUserAccountSuspended' }, verdict: reconnect(suspended) },
  { when: { code: 'authenticatedUserAccountClosed' }, verdict: reconnect(suspended) },
  { when: { code: 'accountSuspended' }, verdict: reconnect(suspended) },
  { when: { code: 'accountClosed' }, verdict: reconnect(suspended) },

  // The video and its settings.
  {
    when: { code: 'forbiddenPrivacySetting' },
    verdict: refused('privacy_not_allowed', 'The channel may not use this privacy. Choose another one.'),
  },
  {
    when: { code: 'forbiddenLicenseSetting' },
    verdict: refused('license_not_allowed', 'The channel may not use this license. Choose another one.'),
  },
  { when: { code: 'invalidTitle' }, verdict: refusedInWords('title_refused', 'YouTube rejected the title') },
  { when: { code: 'invalidDescription' }, verdict: refusedInWords('text_refused', 'YouTube rejected the description') },
  { when: { code: 'invalidTags' }, verdict: refusedInWords('tags_refused', 'YouTube rejected the tags') },
  {
    when: { code: 'invalidCategoryId' },
    verdict: refused('category_unknown', 'YouTube has no such category in the country of the channel. Choose another.'),
  },
  {
    when: { code: 'invalidPublishAt' },
    verdict: refused('publish_at_refused', 'YouTube rejected publishAt. Choose a time in the future.'),
  },
  { when: { code: 'mediaBodyRequired' }, verdict: refusedInWords('media_refused', 'YouTube rejected the file') },
  { when: { code: 'invalidVideoMetadata' }, verdict: inWords },
  { when: { code: 'defaultLanguageNotSet' }, verdict: inWords },
  // The video may be in the playlist all the same, and a second call would put it there twice.
  {
    when: { code: 'backendError' },
    on: ['playlist'],
    verdict: { is: 'doubt', why: 'YouTube failed, and may have put the video into the playlist.' },
  },
  { when: { code: 'backendError' }, verdict: retryCall('YouTube has a temporary problem.') },
]

const fromTable = readTable(rows, parse)

const minuteMs = 60_000
const hourMs = 3_600_000

/** The waits by reason. The quotas of a project are renewed at midnight in California. */
export const waits: Readonly<
  Record<string, readonly [of: 'account' | 'app', until: 'midnight' | number, why: string]>
> = {
  quotaExceeded: ['app', 'midnight', 'The app has used up its quota at YouTube for today.'],
  dailyLimitExceeded: ['app', 'midnight', 'The app has used up its quota at YouTube for today.'],
  rateLimitExceeded: ['app', minuteMs, 'The app has reached a rate limit of YouTube.'],
  userRateLimitExceeded: ['account', minuteMs, 'The account has reached a rate limit of YouTube.'],
  uploadRateLimitExceeded: ['account', hourMs, 'The channel has uploaded too much in a short time.'],
  uploadLimitExceeded: [
    'account',
    24 * hourMs,
    'The channel has reached the number of videos that YouTube takes in a day.',
  ],
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
  const toldMs = retryAfterMs(failure.headers['retry-after'], now)
  const until = toldMs !== null ? after(now, toldMs) : usual === 'midnight' ? nextMidnight(now) : after(now, usual)
  return { is: 'retry', of, until, why }
}

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  const { sent, status } = failure
  if (sent !== 'answered' || status === null || ![400, 403, 409, 412, 413].includes(status)) return null
  const parsed = parse(failure)
  if (jsonOf(failure) === null || !parsed) return retryCall('A server in front of YouTube answered instead of YouTube.')
  return inWords(failure, parsed)
}
