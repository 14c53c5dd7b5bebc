import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, found, shortOf } from '#test/connector-suite/verdicts.ts'
import { noRefreshToken } from '../auth/auth.ts'
import { videoFailed } from '../media/video.ts'
import { noCarousel } from '../post/pin.ts'
import { judge, rows } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

/** A Pinterest error: a number and a message. */
const responded = (status: number, code: number, message = 'So it is.') => answered(status, { code, message })
const trialWords = 'Apps with Trial access may not create Pins in production, use API Sandbox instead.'

/** Errors, each with the row of the table of errors that it tests. */
const recorded: readonly (readonly [row: string, step: string, failure: Failure, verdict: string])[] = [
  ['401 / 2: auth failed', 'pin', responded(401, 2, 'Authentication failed.'), 'reauth'],
  ['401 / 1104: token expired', 'whoami', responded(401, 1_104), 'reauth'],
  ['401 / 2: auth failed', 'connect', responded(401, 2), 'reauth'],
  ['400: an invalid code', 'connect', responded(400, 283), 'reauth'],
  ['400: an invalid refresh token', 'refresh', responded(400, 283), 'reauth'],
  ['403 / 3: token lacks scope', 'pin', responded(403, 3, "Missing: ['pins:write']"), 'reauth permission_missing'],
  ['403 / 7: not allowed', 'pin', responded(403, 7), 'refused not_permitted'],
  ['403 / 29: trial', 'pin', responded(403, 29, trialWords), 'operator app_on_trial'],
  ['403 / 29: not permitted', 'pin', responded(403, 29), 'operator app_on_trial'],
  ['403 / 3: the message about Trial access', 'pin', responded(403, 3, trialWords), 'operator app_on_trial'],
  ['404 / 40: board not found', 'pin', responded(404, 40, 'Board not found.'), 'refused board_gone'],
  ['404 / 50: pin not found', 'pin', responded(404, 50, 'Pin not found.'), 'refused post_gone'],
  ['400: several images are no longer accepted', 'pin', { ...responded(400, 1), code: noCarousel }, 'again pinFirst'],
  ['404 / 50: of a video', 'wait', responded(404, 50), 'again sendVideo'],
  ['404 / 50: of a video', 'pinVideo', responded(404, 50), 'again sendVideo'],
  [
    '400 / 1: invalid parameters',
    'pin',
    responded(400, 1, "'x' does not match '^\\d+$'"),
    'refused refused_by_network',
  ],
  ['400 / 1: invalid parameters', 'sendVideo', responded(400, 1), 'refused refused_by_network'],
  ['400: Unable to reach the URL', 'pin', responded(400, 1, 'Unable to reach the URL. Try again.'), 'retry call'],
  ['2625: disapproved', 'pin', responded(403, 2_625), 'reauth at once'],
  ['2626: under review', 'pin', responded(403, 2_626), 'reauth at once'],
  ['403 for an unknown reason', 'pin', responded(403, 99), 'refused refused_by_network'],
  [
    '429 / 8: rate limit',
    'pin',
    answered(429, { code: 8 }, { headers: { 'x-ratelimit-reset': '30' } }),
    'retry account',
  ],
  [
    '429 / 30: rate limit',
    'pin',
    answered(429, { code: 30 }, { headers: { 'x-ratelimit-reset': '30, 5' } }),
    'retry account',
  ],
  ['429 without a duration', 'pin', responded(429, 8), 'as everywhere'],
  ['5xx', 'pin', responded(500, 0), 'as everywhere'],
  ['5xx', 'wait', answered(503, '<html>busy</html>'), 'as everywhere'],
  ['a failed video', 'wait', { ...answered(200, {}), code: videoFailed }, 'refused media_processing_failed'],
  ['a sign-in without a refresh token', 'refresh', found(noRefreshToken), 'reauth'],
  ['the file store', 'sendVideo', answered(403, { code: 0 }), 'retry call'],
  ['the file store', 'sendVideo', answered(403, '<Error/>'), 'retry call'],
  ['the file store', 'sendVideo', answered(400, '<Error/>'), 'refused media_refused'],
  ['not Pinterest', 'pin', answered(403, '<html>who are you?</html>'), 'doubt'],
  ['not Pinterest', 'wait', answered(404, ''), 'retry call'],
]

for (const [row, step, failure, verdict] of recorded)
  test(`pinterest.md 5, ${row}: ${failure.status} on ${step} is ${verdict}`, () => {
    const judged = judge(failure, step, now)
    assert.equal(shortOf(judged), verdict)
    if (judged) assert.match(judged.why, /^\p{Lu}.{10}/su, 'the user gets a sentence')
  })

test('every row is covered by one of these', () => {
  const met = new Set(recorded.map(([, step, failure]) => judge(failure, step, now)?.why))
  const missed = rows.filter(({ verdict }) => typeof verdict !== 'function' && !met.has(verdict.why))
  assert.deepEqual(missed, [])
})

test('the wait is stated in seconds from now', () => {
  const verdict = judge(answered(429, { code: 8 }, { headers: { 'x-ratelimit-reset': '90' } }), 'pin', now)
  assert.ok(verdict?.is === 'retry')
  assert.equal(verdict.until?.toISOString(), '2027-01-13T12:01:30.000Z')
})

test('a call without a response gets the default verdict', () => {
  for (const sent of ['no', 'maybe'] as const)
    assert.equal(judge({ sent, status: null, headers: {}, body: '', code: 'timeout' }, 'pin', now), null)
})
