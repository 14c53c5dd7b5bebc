import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, shortOf } from '#test/connector-suite/verdicts.ts'
import { processingFailed, uploadLost } from '../media/ready.ts'
import { duplicateMissing, repeatOf } from './parse-error.ts'
import { judge, rows } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

/** An error of the versioned API. */
const responded = (status: number, code: string | null, message: string, serviceErrorCode?: number): Failure =>
  answered(status, {
    status,
    ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }),
    ...(code === null ? {} : { code }),
    message,
  })

const ours = (code: string, body: object): Failure => ({ ...answered(200, body), code })

const repeat = 'Content is a duplicate of urn:li:share:7100000000000000001'

/** Errors, each with the row of the table of errors that it tests. */
const recorded: readonly (readonly [row: string, step: string, failure: Failure, verdict: string])[] = [
  [
    'any 401',
    'post',
    responded(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 65601),
    'reauth',
  ],
  [
    'any 401',
    'post',
    responded(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65602),
    'reauth',
  ],
  ['any 401', 'image', responded(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600), 'reauth'],
  [
    'any 401',
    'whoami',
    answered(401, { message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 }),
    'reauth',
  ],
  [
    '403 ACCESS_DENIED',
    'post',
    responded(403, 'ACCESS_DENIED', 'Not enough permissions to access: POST /posts', 100),
    'refused not_permitted',
  ],
  [
    '403 ACCESS_DENIED',
    'targets',
    responded(403, 'ACCESS_DENIED', 'Not enough permissions to access: organizationAcls', 100),
    'reauth permission_missing',
  ],
  [
    '403 ACCESS_DENIED',
    'comment',
    responded(403, 'ACCESS_DENIED', 'Not enough permissions to access: comments', 100),
    'refused comment_not_permitted',
  ],
  [
    '403 Unpermitted fields',
    'post',
    responded(403, null, 'Unpermitted fields present in REQUEST_BODY: Data Processing Exception', 100),
    'refused not_permitted',
  ],
  [
    '400 Organization permissions',
    'post',
    responded(400, null, 'Organization Or Events permissions must be used when using organization as author'),
    'reauth permission_missing',
  ],
  [
    '400 INVALID_URN_ID',
    'post',
    responded(400, 'INVALID_URN_ID', 'The id of the urn is not valid'),
    'refused refused_by_network',
  ],
  [
    '400 INVALID_URN_TYPE',
    'post',
    responded(400, 'INVALID_URN_TYPE', 'The type of the urn is not valid'),
    'refused refused_by_network',
  ],
  [
    '400 MISSING_FIELD',
    'post',
    responded(400, 'MISSING_FIELD', 'A required field is missing'),
    'refused refused_by_network',
  ],
  [
    '400 INVALID_VALUE_FOR_FIELD',
    'post',
    responded(400, 'INVALID_VALUE_FOR_FIELD', 'A value is not one of those allowed'),
    'refused refused_by_network',
  ],
  [
    '400 FIELD_LENGTH_TOO_LONG',
    'post',
    responded(400, 'FIELD_LENGTH_TOO_LONG', 'commentary is too long (3001 > 3000)'),
    'refused text_too_long',
  ],
  [
    '400 MEDIA_ASSET_WAITING_UPLOAD',
    'post',
    responded(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'The asset is waiting for its bytes'),
    'retry file_unready call',
  ],
  [
    '400 asset processing',
    'post',
    responded(400, 'MEDIA_ASSET_PROCESSING', 'The asset is being processed'),
    'retry file_unready call',
  ],
  [
    '400 MEDIA_ASSET_PROCESSING_FAILED',
    'post',
    responded(400, 'MEDIA_ASSET_PROCESSING_FAILED', 'The asset cannot be used'),
    'refused media_processing_failed',
  ],
  [
    'PROCESSING_FAILED',
    'awaitVideo',
    ours(processingFailed, { status: 'PROCESSING_FAILED', processingFailureReason: 'NO_VIDEO' }),
    'refused media_processing_failed',
  ],
  [
    'WAITING_UPLOAD after all was sent',
    'awaitImage',
    ours(uploadLost, { status: 'WAITING_UPLOAD' }),
    'again imageAgain',
  ],
  [
    'WAITING_UPLOAD after all was sent',
    'awaitVideo',
    ours(uploadLost, { status: 'WAITING_UPLOAD' }),
    'again videoAgain',
  ],
  [
    'WAITING_UPLOAD after all was sent',
    'awaitDocument',
    ours(uploadLost, { status: 'WAITING_UPLOAD' }),
    'again documentAgain',
  ],
  [
    'EXPIRED_UPLOAD_URL',
    'document',
    responded(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired'),
    'again documentAgain',
  ],
  ['a file that is no longer known', 'awaitDocument', responded(404, 'NOT_FOUND', 'Not found'), 'again documentAgain'],
  [
    'EXPIRED_UPLOAD_URL',
    'image',
    responded(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired'),
    'again imageAgain',
  ],
  [
    'EXPIRED_UPLOAD_URL',
    'sendVideo',
    responded(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired'),
    'again videoAgain',
  ],
  ['a file that is no longer known', 'awaitImage', responded(404, 'NOT_FOUND', 'Not found'), 'again imageAgain'],
  ['a file that is no longer known', 'finishVideo', responded(404, 'NOT_FOUND', 'Not found'), 'again videoAgain'],
  ['a file that is too large', 'image', answered(413, ''), 'refused media_too_large'],
  [
    'owner must equal author',
    'post',
    responded(400, null, 'The owner of the asset must be the author of the post'),
    'refused media_of_another',
  ],
  ['409', 'post', responded(409, 'CONFLICT', 'Conflict'), 'retry call'],
  ['422 DUPLICATE_POST', 'post', responded(422, 'DUPLICATE_POST', repeat), 'refused duplicate_text'],
  ['200 duplicate without an original', 'post', ours(duplicateMissing, { message: repeat }), 'doubt'],
  ['400 duplicate', 'post', responded(400, null, repeat), 'refused duplicate_text'],
  ['422 DUPLICATE_POST', 'comment', responded(422, 'DUPLICATE_POST', repeat), 'doubt'],
  ['422 empty', 'post', responded(422, null, 'The post has neither text nor content'), 'refused refused_by_network'],
  [
    '426 NONEXISTENT_VERSION',
    'post',
    responded(426, 'NONEXISTENT_VERSION', 'Requested version 20240101 is not active'),
    'operator version_ended',
  ],
  [
    'NONEXISTENT_VERSION',
    'post',
    responded(400, 'NONEXISTENT_VERSION', 'Requested version 20240101 is not active'),
    'operator version_ended',
  ],
  [
    '400 VERSION_MISSING',
    'whoami',
    responded(400, 'VERSION_MISSING', 'A version must be present.'),
    'operator version_ended',
  ],
  [
    '429',
    'post',
    responded(
      429,
      'TOO_MANY_REQUESTS',
      'Resource level throttle MEMBER DAY limit for calls to this resource is reached.',
    ),
    'retry account',
  ],
  [
    '429',
    'post',
    responded(
      429,
      null,
      'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
      101,
    ),
    'retry account',
  ],
  [
    '429',
    'image',
    responded(429, null, 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.', 101),
    'retry app',
  ],
  ['500/502/503/504', 'post', responded(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'), 'as everywhere'],
  ['500/502/503/504', 'image', answered(503, '<html>busy</html>'), 'as everywhere'],
  [
    'the post to reshare was deleted',
    'post',
    responded(400, 'INVALID_VALUE_FOR_FIELD', '/reshareContext/parent :: "urn:li:share:7" is not a valid value'),
    'refused quoted_post_gone',
  ],
  [
    'Unable to obtain activity',
    'comment',
    responded(404, null, 'Unable to obtain activity for urn:li:share:7'),
    'retry not_shown_yet call',
  ],
  [
    'Unable to obtain activity',
    'comment',
    responded(400, null, 'Unable to obtain activity for urn:li:share:7'),
    'retry not_shown_yet call',
  ],
  ['resource is forbidden', 'comment', responded(403, null, 'The resource is forbidden'), 'retry not_shown_yet call'],
  ['a new post', 'comment', responded(404, 'NOT_FOUND', 'Not found'), 'retry not_shown_yet call'],
  [
    'a used code',
    'connect',
    answered(400, { error: 'invalid_request', error_description: 'Unable to retrieve access token' }),
    'reauth',
  ],
  [
    'a used code',
    'connect',
    answered(400, { error: 'invalid_grant', error_description: 'The code was used' }),
    'reauth',
  ],
  [
    'a dead refresh token',
    'refresh',
    answered(400, { error: 'invalid_grant', error_description: 'The token has expired' }),
    'reauth',
  ],
  [
    'a dead refresh token',
    'refresh',
    answered(400, { error: 'invalid_request', error_description: 'The token has expired' }),
    'reauth',
  ],
  [
    'an unknown app',
    'connect',
    answered(401, { error: 'invalid_client', error_description: 'Client authentication failed' }),
    'operator app_unknown',
  ],
  [
    'an app without products',
    'connect',
    answered(401, { error: 'unauthorized_client', error_description: 'No' }),
    'operator app_not_allowed',
  ],
  [
    'a scope that the app lacks',
    'connect',
    answered(400, {
      error: 'unauthorized_scope_error',
      error_description: 'Scope openid is not authorized for your application',
    }),
    'operator app_not_allowed',
  ],
  ['not LinkedIn', 'post', answered(400, '<html>who are you?</html>'), 'retry call'],
]

for (const [row, step, failure, verdict] of recorded)
  test(`${row}: ${failure.status} on ${step} is ${verdict}`, () => {
    const judged = judge(failure, step, now)
    assert.equal(shortOf(judged), verdict)
    if (judged) assert.match(judged.why, /^\p{Lu}.{10}/su, 'the user gets a sentence')
  })

test('every row is covered by one of these', () => {
  const met = new Set(recorded.map(([, step, failure]) => judge(failure, step, now)?.why))
  const failing = rows.filter(({ verdict }) => typeof verdict !== 'function' && !met.has(verdict.why))
  assert.deepEqual(failing, [])
})

test('a day ends at midnight UTC unless the response states the time', () => {
  const untilOf = (headers: Readonly<Record<string, string>>) => {
    const verdict = judge({ ...responded(429, null, 'DAY limit'), headers }, 'post', now)
    return verdict?.is === 'retry' ? verdict.until?.toISOString() : null
  }
  assert.equal(untilOf({}), '2027-01-14T00:00:00.000Z')
  assert.equal(untilOf({ 'retry-after': '90' }), '2027-01-13T12:01:30.000Z')
})

test('the existing post is read only from the duplicate error', () => {
  assert.equal(repeatOf(responded(422, 'DUPLICATE_POST', repeat)), 'urn:li:share:7100000000000000001')
  assert.equal(repeatOf(responded(400, null, repeat.replace('share', 'ugcPost'))), 'urn:li:ugcPost:7100000000000000001')
  assert.equal(repeatOf(responded(422, 'DUPLICATE_POST', 'Duplicate post is detected')), null)
  assert.equal(repeatOf(responded(500, null, repeat)), null)
  assert.equal(repeatOf({ ...responded(422, null, repeat), sent: 'maybe' }), null)
})

test('a call without a response gets the default verdict', () => {
  for (const sent of ['no', 'maybe'] as const)
    assert.equal(judge({ sent, status: null, headers: {}, body: '', code: 'timeout' }, 'post', now), null)
})
