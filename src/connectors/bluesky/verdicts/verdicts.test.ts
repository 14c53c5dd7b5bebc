import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, found, shortOf } from '#test/connector-suite/verdicts.ts'
import { bluesky } from '../index.ts'
import { judge, rows } from './verdicts.ts'

/** The step, its failure and the expected verdict. */
type Recorded = readonly [step: string, failure: Failure, expected: string]

const no = (status: number, error: string, message?: string) =>
  answered(status, { error, ...(message === undefined ? {} : { message }) })

const recorded: readonly Recorded[] = [
  ['put', no(400, 'ExpiredToken', 'Token has expired'), 'reauth grant_expired'],
  ['refresh', no(400, 'ExpiredToken', 'Token has been revoked'), 'reauth grant_expired'],
  ['put', no(400, 'InvalidToken', 'Token could not be verified'), 'reauth consent_revoked'],
  ['connect', no(401, 'AuthFactorTokenRequired', 'A sign in code has been sent to your email address'), 'reauth'],
  ['connect', no(401, 'AuthenticationRequired', 'Invalid identifier or password'), 'reauth'],
  ['upload', no(401, 'AuthMissing', 'Authentication Required'), 'reauth'],
  ['put', no(401, 'AuthenticationRequired', 'Authentication Required'), 'reauth'],
  ['put', no(401, 'invalid_token', '"exp" claim timestamp check failed'), 'reauth grant_expired'],
  ['refresh', no(400, 'invalid_grant', 'Refresh token replayed'), 'reauth'],
  ['connect', no(400, 'invalid_grant', 'Invalid code'), 'reauth'],
  ['refresh', no(400, 'invalid_client', 'Invalid client assertion'), 'reauth'],
  ['put', no(401, 'use_dpop_nonce', 'Authorization server requires nonce in DPoP proof'), 'retry call'],
  ['put', no(401, 'invalid_dpop_proof', '"iat" claim timestamp check failed'), 'retry call'],
  ['put', no(403, 'ScopeMissingError', 'Missing required scope "transition:generic"'), 'reauth permission_missing'],
  ['connect', found('NoPublicAddress'), 'refused no_public_address'],
  ['connect', found('HandleUnknown'), 'refused handle_unknown'],
  ['connect', found('NoServerOfAccount'), 'refused server_missing'],
  ['connect', found('OtherIssuer'), 'refused issuer_mismatch'],
  ['connect', found('AnotherSignedIn'), 'refused account_differs'],
  ['put', no(401, 'AccountTakedown', 'Account has been taken down'), 'reauth at once'],
  ['put', no(400, 'RepoTakendown', 'Repo has been takendown: did:plc:x'), 'reauth at once'],
  ['put', no(400, 'RepoSuspended', 'Repo has been suspended: did:plc:x'), 'reauth at once'],
  ['put', no(401, 'AccountDeactivated', 'Account is deactivated'), 'reauth at once'],
  ['put', no(400, 'RepoDeactivated', 'Repo has been deactivated: did:plc:x'), 'reauth at once'],
  ['put', no(403, 'AccountNotFound', 'Account not found'), 'reauth account_gone at once'],
  ['put', no(400, 'RepoNotFound', 'Could not find repo for DID: did:plc:x'), 'reauth account_gone at once'],
  ['refresh', found('OtherAccount'), 'reauth'],
  ['connect', found('ElsewhereAccount'), 'refused server_mismatch'],
  ['connect', found('BadServer'), 'refused server_invalid'],
  ['connect', found('NoServer'), 'refused server_missing'],
  [
    'upload',
    answered(401, { error: 'InvalidToken', message: 'jwt audience does not match' }, { code: 'VideoTokenRefused' }),
    'retry call',
  ],
  [
    'upload',
    no(200, 'UploadForbidden', 'User must confirm their email before uploading videos'),
    'refused video_forbidden',
  ],
  ['sendVideo', no(429, 'DailyLimitExceeded', 'Daily limit of videos is reached'), 'retry call'],
  ['look', found('QuoteMissing'), 'refused quoted_post_gone'],
  ['answer', found('answered_missing'), 'refused answered_gone'],
  ['like', found('item_missing'), 'refused item_gone'],
  ['hide', found('HiddenFull'), 'refused hidden_full'],
  ['hide', found('NotOwnThread'), 'refused not_own_thread'],
  ['hide', no(400, 'InvalidSwap', 'Record was at bafyreia'), 'retry call'],
  ['like', no(400, 'InvalidRequest', 'Invalid app.bsky.feed.like record'), 'refused refused_by_network'],
  ['upload', found('AnimationNotConverted'), 'refused animation_not_converted'],
  ['sendVideo', no(429, 'TooManyOpenUploads', 'Too many uploads'), 'retry call'],
  ['sendVideo', no(503, 'ServiceOverloaded', 'Try again later'), 'retry call'],
  ['awaitVideo', no(200, 'validation_failure', 'The file is not a video'), 'refused video_refused'],
  ['awaitVideo', no(200, 'pds_upload_unsupported_blob_size', 'too large'), 'refused video_too_large'],
  ['sendVideo', no(400, 'UnsupportedContentType', 'image/png is not a video'), 'refused video_refused'],
  ['sendVideo', no(400, 'VideoTooLarge', 'Video is too large'), 'refused video_too_large'],
  ['sendVideo', no(400, 'VideoTooLong', 'Video is too long'), 'refused video_too_long'],
  ['sendVideo', no(400, 'BadAspectRatio', 'Aspect ratio'), 'refused video_shape'],
  ['awaitVideo', no(404, 'NotFound', 'There is no such job'), 'again uploadAgain'],
  ['put', no(400, 'BlobNotFound', 'Could not find blob: bafkrei'), 'again uploadAgain'],
  ['commentPut', no(400, 'BlobNotFound', 'Could not find blob: bafkrei'), 'again commentUploadAgain'],
  [
    'put',
    no(400, 'BlobTooLarge', 'This file is too large. It is 1.91MB but the maximum size is 976.56KB.'),
    'refused media_too_large',
  ],
  ['put', no(400, 'InvalidMimeType', 'Wrong mimetype.'), 'refused media_refused'],
  [
    'put',
    no(400, 'InvalidSize', 'Referenced size does not match stored blob. Expected: 3, Got: 4'),
    'refused media_refused',
  ],
  ['upload', no(413, 'PayloadTooLarge', 'request entity too large'), 'refused too_large'],
  ['put', no(400, 'InvalidSwap', 'Record was at bafyrei'), 'refused record_exists'],
  [
    'put',
    no(403, 'Forbidden', 'Missing required scope "repo:app.bsky.feed.post?action=create"'),
    'reauth permission_missing',
  ],
  [
    'put',
    no(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: Record/text must not be longer than 300 graphemes'),
    'refused invalid_request',
  ],
  [
    'put',
    answered(
      429,
      { error: 'RateLimitExceeded' },
      { headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '1795251600', 'ratelimit-policy': '5000;w=3600' } },
    ),
    'retry account',
  ],
  ['look', no(404, 'XRPCNotSupported', 'XRPCNotSupported'), 'retry call'],
  [
    'look',
    answered(
      429,
      { error: 'RateLimitExceeded' },
      { headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '1795251600', 'ratelimit-policy': '3000;w=300' } },
    ),
    'retry node',
  ],
]

/** Failures of any network, which the default verdict handles. */
const others: readonly Recorded[] = [
  ['put', no(500, 'InternalServerError', 'Internal Server Error'), 'as everywhere'],
  ['put', no(502, 'UpstreamFailure', 'Upstream Failure'), 'as everywhere'],
  ['put', no(503, 'NotEnoughResources', 'Not Enough Resources'), 'as everywhere'],
  ['put', no(504, 'UpstreamTimeout', 'Upstream Timeout'), 'as everywhere'],
  ['put', answered(429, { error: 'RateLimitExceeded' }), 'as everywhere'],
  ['put', answered(502, '<html>Bad gateway</html>'), 'as everywhere'],
  ['put', answered(400, '<html>ExpiredToken</html>'), 'as everywhere'],
  ['put', { ...no(400, 'ExpiredToken'), sent: 'maybe', status: null }, 'as everywhere'],
  ['put', no(400, 'TheExpiredTokenOfOld', 'ExpiredToken'), 'as everywhere'],
]

for (const [step, failure, expected] of [...recorded, ...others]) {
  test(`${step}: ${failure.status} ${failure.body.slice(0, 90)} yields: ${expected}`, () => {
    assert.equal(shortOf(judge(failure, step)), expected)
  })
}

test('every row of the table has a recorded response that matches no other row', () => {
  const decidedBy = recorded.map(([step, failure]) =>
    rows.findIndex(({ when, on }) => {
      const error = failure.code ?? (JSON.parse(failure.body) as { error: string }).error
      const fits =
        (when.code === undefined || when.code === error) && (when.status ?? failure.status) === failure.status
      return fits && (on === undefined || on.includes(step))
    }),
  )
  assert.deepEqual(
    rows.flatMap((row, at) => (decidedBy.includes(at) ? [] : [row.when])),
    [],
  )
})

test('every step to rewind to exists, and every reason is a sentence', () => {
  for (const [step, failure] of recorded) {
    const verdict = judge(failure, step)
    assert.ok(verdict && /^[A-Z].*(?:[^.]\.|”)$/.test(verdict.why), verdict?.why)
    if (verdict.is === 'again') assert.ok(bluesky.steps[verdict.from])
  }
})

test('a refusal quotes the network, and a day ends by the network’s clock', () => {
  const refused = judge(no(400, 'InvalidRequest', 'Record/langs: array too big'), 'put')
  assert.ok(refused?.is === 'refused' && refused.why.includes('Record/langs: array too big'))
  const late = answered(200, { error: 'DailyLimitExceeded' }, { headers: { date: 'Sat, 21 Nov 2026 15:08:00 GMT' } })
  const verdict = judge(late, 'upload')
  assert.deepEqual(verdict?.is === 'retry' && verdict.until, new Date('2026-11-22T00:00:00.000Z'))
})

test('a rate limit with a reset time suspends the account until then', () => {
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '1795251600', 'ratelimit-policy': '35000;w=86400' }
  const verdict = judge(answered(429, { error: 'RateLimitExceeded' }, { headers }), 'put')
  assert.deepEqual(verdict?.is === 'retry' && [verdict.of, verdict.until], ['account', new Date(1_795_251_600_000)])
})
