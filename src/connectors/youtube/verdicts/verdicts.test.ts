import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, shortOf } from '#test/connector-suite/verdicts.ts'
import { parse } from './parse-error.ts'
import { judge, nextMidnight, rows, waits } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

const responded = (status: number, reason: string, message = 'Their words.') =>
  answered(status, { error: { code: status, message, errors: [{ domain: 'youtube.video', reason, message }] } })
const oauth = (error: string, status = 400) => answered(status, { error, error_description: 'No.' })
const ended = (code: string) => answered(200, { items: [] }, { code })

/** Errors, each with the line of docs/networks/youtube.md or of Google's reference that it tests. */
const recorded: readonly (readonly [line: string, step: string, failure: Failure, verdict: string])[] = [
  ['a comment that cannot be held', 'hide', responded(400, 'operationNotSupported'), 'refused refused_by_network'],
  ['a comment of another channel', 'remove', responded(403, 'forbidden'), 'refused refused_by_network'],
  ['a comment that was deleted', 'reply', responded(404, 'parentCommentNotFound'), 'refused answered_gone'],
  ['comments that were turned off', 'reply', responded(403, 'commentsDisabled'), 'refused answered_gone'],
  ['an invalid code', 'connect', oauth('invalid_grant'), 'reauth'],
  ['declined', 'connect', oauth('access_denied'), 'reauth'],
  ['an expired refresh token', 'refresh', oauth('invalid_grant'), 'reauth'],
  ['an unknown app', 'connect', oauth('invalid_client', 401), 'operator app_unknown'],
  ['an app that may not do this', 'connect', oauth('unauthorized_client'), 'operator app_unknown'],
  ['an unregistered callback URL', 'connect', oauth('redirect_uri_mismatch'), 'operator callback_unknown'],
  ['no channel', 'connect', answered(200, {}, { code: 'no_channel' }), 'reauth account_gone at once'],
  ['no channel, at the upload', 'open', responded(401, 'youtubeSignupRequired'), 'reauth account_gone at once'],
  ['an expired token', 'await', responded(401, 'authError'), 'reauth'],
  [
    'an expired token, by its status',
    'await',
    answered(401, { error: { code: 401, message: 'No.', status: 'UNAUTHENTICATED' } }),
    'reauth',
  ],
  ['no token', 'await', responded(401, 'authorizationRequired'), 'reauth'],
  ['a box was unchecked', 'open', responded(403, 'insufficientPermissions'), 'reauth permission_missing at once'],
  [
    'a box was unchecked, with another message',
    'open',
    responded(403, 'insufficientPermission'),
    'reauth permission_missing at once',
  ],
  [
    'a box was unchecked, under the newer name',
    'open',
    responded(403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    'reauth permission_missing at once',
  ],
  ['a login that may not upload there', 'open', responded(403, 'forbidden'), 'refused channel_not_allowed'],
  ['the API is not turned on', 'open', responded(403, 'accessNotConfigured'), 'operator api_off'],
  ['a suspended channel', 'open', responded(403, 'authenticatedUserAccountSuspended'), 'reauth at once'],
  ['a closed channel', 'open', responded(403, 'authenticatedUserAccountClosed'), 'reauth at once'],
  ['a suspended channel, with another message', 'open', responded(403, 'accountSuspended'), 'reauth at once'],
  ['a closed channel, with another message', 'open', responded(403, 'accountClosed'), 'reauth at once'],
  ['the session expired', 'send', answered(404, ''), 'again open'],
  ['the session expired', 'finish', answered(410, '<html>'), 'again open'],
  ['an unsupported privacy status', 'open', responded(403, 'forbiddenPrivacySetting'), 'refused privacy_not_allowed'],
  ['an unsupported license', 'open', responded(403, 'forbiddenLicenseSetting'), 'refused license_not_allowed'],
  ['a title', 'open', responded(400, 'invalidTitle'), 'refused title_refused'],
  ['a description', 'open', responded(400, 'invalidDescription'), 'refused text_refused'],
  ['tags', 'open', responded(400, 'invalidTags'), 'refused tags_refused'],
  ['a category', 'open', responded(400, 'invalidCategoryId'), 'refused category_unknown'],
  ['a time', 'open', responded(400, 'invalidPublishAt'), 'refused publish_at_refused'],
  ['no file', 'open', responded(400, 'mediaBodyRequired'), 'refused media_refused'],
  ['other metadata of the video', 'finish', responded(400, 'invalidVideoMetadata'), 'refused refused_by_network'],
  ['a language', 'open', responded(400, 'defaultLanguageNotSet'), 'refused refused_by_network'],
  ['an unknown reason', 'open', responded(400, 'somethingNew'), 'refused refused_by_network'],
  ['a proxy', 'open', answered(403, '<html>'), 'retry call'],
  ['a server error', 'await', responded(500, 'backendError'), 'retry call'],
  ['a server error, at a playlist', 'playlist', responded(500, 'backendError'), 'doubt'],
  ['a server error without a reason', 'await', answered(503, ''), 'as everywhere'],
  ['the app’s quota', 'open', responded(403, 'quotaExceeded'), 'retry app'],
  ['the app’s quota, with another message', 'open', responded(403, 'dailyLimitExceeded'), 'retry app'],
  ['a rate', 'await', responded(403, 'rateLimitExceeded'), 'retry app'],
  ['the account’s rate limit', 'await', responded(429, 'userRateLimitExceeded'), 'retry account'],
  ['the upload rate limit', 'open', responded(429, 'uploadRateLimitExceeded'), 'retry account'],
  ['the daily video limit', 'open', responded(400, 'uploadLimitExceeded'), 'retry account'],
  ['Content ID', 'await', ended('rejected:claim'), 'refused copyright_claim'],
  ['copyright', 'await', ended('rejected:copyright'), 'refused copyright_claim'],
  ['a trademark', 'await', ended('rejected:trademark'), 'refused trademark_claim'],
  ['the same video', 'await', ended('rejected:duplicate'), 'refused duplicate_video'],
  ['the rules', 'await', ended('rejected:inappropriate'), 'refused against_the_rules'],
  ['the terms', 'await', ended('rejected:termsOfUse'), 'refused against_the_rules'],
  ['the law', 'await', ended('rejected:legal'), 'refused against_the_rules'],
  ['too long', 'await', ended('rejected:length'), 'refused video_too_long'],
  ['a closed channel', 'await', ended('rejected:uploaderAccountClosed'), 'refused channel_closed'],
  ['a suspended channel', 'await', ended('rejected:uploaderAccountSuspended'), 'refused channel_suspended'],
  ['rejected for a new reason', 'await', ended('rejected:somethingNew'), 'refused refused_by_network'],
  ['a codec', 'await', ended('failed:codec'), 'refused media_refused'],
  ['a conversion', 'await', ended('failed:conversion'), 'refused media_refused'],
  ['an empty file', 'await', ended('failed:emptyFile'), 'refused media_refused'],
  ['no video', 'await', ended('failed:invalidFile'), 'refused media_refused'],
  ['a file that is too small', 'await', ended('failed:tooSmall'), 'refused media_refused'],
  ['an aborted upload', 'await', ended('failed:uploadAborted'), 'refused upload_aborted'],
  ['deleted meanwhile', 'await', ended('failed:deleted'), 'refused deleted_there'],
  ['failed for a new reason', 'await', ended('failed:somethingNew'), 'refused media_refused'],
]

for (const [line, step, failure, wanted] of recorded)
  test(`${line}, at ${step}: ${wanted}`, () => {
    const verdict = judge(failure, step, now)
    assert.equal(shortOf(verdict), wanted)
    if (verdict) assert.match(verdict.why, /^\p{Lu}.{10,}[.”]$/su, 'a sentence for a person')
    if (verdict?.is === 'refused' && failure.code) assert.equal(verdict.nothingOut, true, 'nobody can watch it')
  })

test('every row and every wait is covered', () => {
  for (const { when, on } of rows) {
    const isTried = recorded.some(([, step, failure]) => {
      const parsed = parse(failure)
      return (
        (on === undefined || on.includes(step)) &&
        (when.code === undefined || when.code === parsed?.code) &&
        (when.status === undefined || when.status === parsed?.status)
      )
    })
    assert.ok(isTried, JSON.stringify([when, on]))
  }
  for (const code of Object.keys(waits))
    assert.ok(
      recorded.some(([, , failure]) => parse(failure)?.code === code),
      code,
    )
})

test('a quota is renewed at midnight in California, in summer, in winter, and on the days when the clocks change', () => {
  for (const [at, midnight] of [
    ['2027-01-13T12:00:00Z', '2027-01-14T08:00:00.000Z'],
    ['2027-01-14T07:59:59Z', '2027-01-14T08:00:00.000Z'],
    ['2027-01-14T08:00:00Z', '2027-01-15T08:00:00.000Z'],
    ['2027-07-01T12:00:00Z', '2027-07-02T07:00:00.000Z'],
    ['2027-03-14T09:00:00Z', '2027-03-15T07:00:00.000Z'],
    ['2027-11-07T08:30:00Z', '2027-11-08T08:00:00.000Z'],
  ] as const)
    assert.equal(nextMidnight(new Date(at)).toISOString(), midnight, at)
  const verdict = judge(responded(403, 'quotaExceeded'), 'open', now)
  assert.ok(verdict?.is === 'retry' && verdict.until?.toISOString() === '2027-01-14T08:00:00.000Z')
})

test('a wait that YouTube states overrides the default', () => {
  const failure = { ...responded(403, 'quotaExceeded'), headers: { 'retry-after': '90' } }
  const verdict = judge(failure, 'open', now)
  assert.ok(verdict?.is === 'retry' && verdict.until?.getTime() === now.getTime() + 90_000)
})
