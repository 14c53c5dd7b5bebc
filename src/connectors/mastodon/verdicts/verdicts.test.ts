import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { answered, found, shortOf } from '#test/connector-suite/verdicts.ts'
import { outOfScope } from '../auth/scopes.ts'
import { judge, parse, rows } from './verdicts.ts'

const responded = (status: number, error: string) => answered(status, { error })

const proxy = '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body></body>\r\n</html>\r\n'

/** Bodies as the server returns them, with the verdict on each step. */
const recorded: readonly (readonly [step: string, failure: Failure, verdict: string])[] = [
  ['connect', responded(400, 'invalid_grant'), 'reauth'],
  ['connect', responded(401, 'invalid_client'), 'reauth'],
  ['post', responded(401, 'The access token is invalid'), 'reauth sign_in_refused at once'],
  ['post', responded(401, 'The access token was revoked'), 'reauth sign_in_refused at once'],
  ['whoami', responded(401, 'The access token expired'), 'reauth sign_in_refused at once'],
  ['post', responded(403, 'This action is outside the authorized scopes'), 'reauth permission_missing at once'],
  ['like', responded(403, 'This action is outside the authorized scopes'), 'refused permission_missing'],
  ['like', found('item_missing'), 'refused item_gone'],
  ['connect', found(outOfScope), 'reauth permission_missing at once'],
  ['post', responded(403, 'Your login is currently disabled'), 'reauth at once'],
  ['post', responded(403, 'Your login is missing a confirmed e-mail address'), 'reauth at once'],
  ['post', responded(403, 'Your login is currently pending approval'), 'reauth at once'],
  ['connect', responded(422, 'This method requires an authenticated user'), 'reauth at once'],
  ['post', responded(403, 'This action is not allowed'), 'refused refused_by_server'],
  ['post', responded(429, 'Too many requests'), 'as everywhere'],
  ['post', answered(403, '<html>checking your browser</html>'), 'retry call'],
  ['wait', answered(404, '<html>not here</html>'), 'retry call'],
  ['upload', answered(413, proxy), 'refused media_too_large'],
  [
    'upload',
    responded(422, 'Validation failed: File content type is invalid, File is invalid'),
    'refused media_type_not_supported',
  ],
  ['upload', responded(422, 'Validation failed: File file size must be less than 16 MB'), 'refused media_too_large'],
  ['upload', responded(422, '9000x9000 images are not supported'), 'refused media_too_many_pixels'],
  ['upload', responded(422, '2000x2000 GIF files are not supported'), 'refused media_too_many_pixels'],
  [
    'upload',
    responded(422, 'Validation failed: Description is too long (maximum is 1500 characters)'),
    'refused alt_text_too_long',
  ],
  ['upload', responded(500, 'Error processing thumbnail for uploaded media'), 'refused media_processing_failed'],
  ['upload', responded(500, 'Something else went wrong'), 'as everywhere'],
  ['wait', responded(422, 'Error processing thumbnail for uploaded media'), 'refused media_processing_failed'],
  ['wait', responded(404, 'Record not found'), 'again afresh'],
  [
    'post',
    responded(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
    'retry file_unready call',
  ],
  ['post', responded(422, 'Validation failed: Media 111, 112 could not be found'), 'again afresh'],
  ['post', responded(422, 'Media 111 not found or already attached to another post'), 'again afresh'],
  ['post', responded(422, 'Validation failed: Text character limit of 500 exceeded'), 'refused text_too_long'],
  ['comment', responded(422, "Validation failed: Text can't be blank"), 'refused text_missing'],
  [
    'post',
    responded(422, 'Validation failed: Cannot attach a video to a post that already contains images'),
    'refused media_mixed',
  ],
  ['post', responded(422, 'Cannot attach more than 4 files'), 'refused media_too_many'],
  ['post', responded(404, 'Record not found'), 'refused reply_target_gone'],
  ['post', { ...responded(404, 'Record not found'), code: 'quote_missing' }, 'refused quoted_post_gone'],
  ['answer', found('answered_missing'), 'refused answered_gone'],
  ['post', responded(422, 'Validation failed: Language is made up'), 'refused refused_by_server'],
  ['post', responded(410, 'Gone'), 'as everywhere'],
  ['post', responded(503, 'There was a temporary problem serving your request, please try again'), 'as everywhere'],
  ['post', answered(502, '<html>bad gateway</html>'), 'as everywhere'],
  ['post', answered(301, ''), 'reauth at once'],
  ['wait', answered(308, ''), 'reauth at once'],
  ['post', answered(302, '<html>maintenance</html>'), 'retry call'],
  ['connect', answered(301, ''), 'refused not_mastodon'],
  ['connect', answered(200, '<html>a shop</html>'), 'refused not_mastodon'],
  ['connect', answered(404, '<html>no</html>'), 'refused not_mastodon'],
  ['connect', responded(404, 'Record not found'), 'refused not_mastodon'],
]

const now = new Date('2027-01-13T12:00:00.000Z')

for (const [step, failure, verdict] of recorded)
  test(`${step}: ${failure.status} ${failure.body.replaceAll(/\s+/g, ' ').slice(0, 60)} is ${verdict}`, () => {
    assert.equal(shortOf(judge(failure, step, now)), verdict)
  })

test('each row of the table is covered by a recorded body', () => {
  const met = new Set<number>()
  for (const [step, failure] of recorded) {
    const parsed = failure.own ? { status: null, code: failure.code, message: null } : parse(failure)
    assert.ok(parsed)
    const at = rows.findIndex(
      ({ when, on }) =>
        (on === undefined || on.includes(step)) &&
        Object.entries(when).every(([name, value]) => parsed[name as keyof typeof parsed] === value),
    )
    if (at >= 0) met.add(at)
  }
  assert.deepEqual(
    rows.map((_, at) => at).filter((at) => !met.has(at)),
    [],
  )
})

test('no response from one server suspends the whole network', () => {
  for (let status = 200; status < 600; status += 1) {
    for (const step of ['connect', 'whoami', 'upload', 'post', 'post-once']) {
      const failure = answered(status, '{}')
      const verdict =
        judge(failure, step, now) ?? defaultVerdict(failure, step === 'post' ? { forMs: 1 } : 'safe', new Date(0))
      assert.notEqual(verdict.is, 'operator', `${status} at ${step}`)
      assert.ok(verdict.is !== 'retry' || verdict.of === 'call' || verdict.of === 'account')
    }
  }
})

test('an incomplete response is never interpreted', () => {
  const cut: Failure = { ...responded(401, 'The access token is invalid'), sent: 'maybe' }
  assert.equal(judge(cut, 'post', now), null)
})

test('a rate limit ends at the time in its header, within a day', () => {
  const meant = (headers: Readonly<Record<string, string>>) =>
    judge(answered(429, { error: 'Too many requests' }, { headers }), 'post', now)
  const verdict = meant({ 'x-ratelimit-reset': '2027-01-13T12:03:00.000000Z', 'retry-after': '5' })
  assert.ok(verdict?.is === 'retry')
  assert.deepEqual([verdict.of, verdict.until], ['account', new Date('2027-01-13T12:03:00.000Z')])
  // A server whose clock is wrong, or one that sends the remaining seconds, which parse as a year.
  for (const reset of ['2127-01-13T12:00:00.000000Z', '3600']) {
    const late = meant({ 'x-ratelimit-reset': reset })
    assert.deepEqual(late?.is === 'retry' && late.until, new Date('2027-01-14T12:00:00.000Z'), reset)
  }
  // Without this header the default verdict reads `Retry-After`.
  assert.equal(meant({ 'retry-after': '90' }), null)
  assert.equal(meant({ 'x-ratelimit-reset': 'soon' }), null)
})
