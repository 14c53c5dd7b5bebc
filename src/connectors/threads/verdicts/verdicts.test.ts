import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { expired, unsettled } from '#connectors/meta/container/publish.ts'
import { failedWith } from '#connectors/meta/container/state.ts'
import { answeredMissing, quoteMissing } from '#connectors/verdicts/verdicts.ts'
import { answered, graphError as responded, shortOf } from '#test/connector-suite/verdicts.ts'
import { judge, rows } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

const failed = (reason: string) =>
  answered(200, { id: '1', status: 'ERROR', error_message: reason }, { code: `${failedWith}${reason}` })

/** Errors, each with the line of the table of errors that it tests. */
const recorded: readonly (readonly [line: string, step: string, failure: Failure, verdict: string])[] = [
  ['190 (any subcode)', 'publish', responded(190, 463, {}, 401), 'reauth grant_expired'],
  ['190 (any subcode)', 'container', responded(190, 458, {}, 401), 'reauth consent_revoked'],
  ['190 (any subcode)', 'whoami', responded(190), 'reauth'],
  ['190 (any subcode)', 'refresh', responded(190, 467), 'reauth grant_expired'],
  [
    '10, 200: permission',
    'container',
    responded(10, undefined, { type: 'THApiException' }, 403),
    'reauth permission_missing',
  ],
  ['10, 200: permission', 'locate', responded(200, undefined, {}, 403), 'reauth permission_missing'],
  ['10, 200: permission', 'publishComment', responded(10, undefined, {}, 403), 'refused comment_not_permitted'],
  ['1, 2: temporary', 'publish', responded(2, undefined, { is_transient: true }, 500), 'doubt'],
  ['1, 2: temporary', 'publishComment', responded(1, undefined, {}, 500), 'doubt'],
  ['1, 2: temporary', 'container', responded(2, undefined, { is_transient: true }, 500), 'retry call'],
  ['is_transient=true', 'publish', responded(9_999, undefined, { is_transient: true }), 'doubt'],
  ['is_transient=true', 'item', responded(9_999, undefined, { is_transient: true }), 'retry call'],
  ['HTTP 5xx', 'publish', answered(503, '<html>busy</html>'), 'as everywhere'],
  ['4: call rate limit', 'publish', responded(4, undefined, { is_transient: true }, 403), 'retry app'],
  ...[17, 32, 613].map(
    (code) => ['17, 32, 613', 'container', responded(code, undefined, {}, 403), 'retry account'] as const,
  ),
  ['24 / 4279009', 'publish', responded(24, 4_279_009), 'again denied'],
  ['24 / 4279009', 'publishComment', responded(100, 4_279_009), 'again denied'],
  ['24 / 4279009: the parent', 'container', responded(24, 4_279_009), 'retry not_shown_yet call'],
  [
    '24 / 4279009: a container that answers a deleted reply',
    'container',
    { ...responded(24, 4_279_009), code: answeredMissing },
    'refused answered_gone',
  ],
  [
    '24 / 4279009: the post to quote',
    'container',
    { ...responded(24, 4_279_009), code: quoteMissing },
    'refused quoted_post_gone',
  ],
  ['24 / 4279009', 'ready', responded(24), 'retry not_shown_yet call'],
  ['4279013: restricted', 'publish', responded(10, 4_279_013, {}, 403), 'reauth at once'],
  ['4279013: restricted', 'publishComment', responded(200, 4_279_013, {}, 403), 'reauth at once'],
  ['2207051: spam', 'publish', responded(4, 2_207_051, {}, 403), 'refused blocked_for_now'],
  ['2207051: spam, and the container is gone', 'publish', { ...responded(4, 2_207_051), code: unsettled }, 'doubt'],
  ['2207052 or 9004: not fetched', 'item', responded(9_004, 2_207_052), 'retry call'],
  ['2207052 or 9004: not fetched', 'container', responded(100, 2_207_052), 'retry call'],
  ['9 / 2207042: the quota', 'publish', responded(9, 2_207_042, {}, 403), 'retry account'],
  ['9 / 2207042: the quota', 'container', responded(100, 2_207_042), 'retry account'],
  ['100: invalid parameter', 'container', responded(100), 'refused refused_by_network'],
  ['100: invalid parameter', 'publish', responded(100), 'refused refused_by_network'],
  [
    'LINK_LIMIT_EXCEEDED, as a title',
    'container',
    responded(100, undefined, { error_user_title: 'THREADS_API__LINK_LIMIT_EXCEEDED' }),
    'refused links_too_many',
  ],
  [
    'LINK_LIMIT_EXCEEDED, as its message',
    'container',
    answered(400, { error: { message: 'THREADS_API__LINK_LIMIT_EXCEEDED', code: 100 } }),
    'refused links_too_many',
  ],
  [
    'FEATURE_NOT_AVAILABLE',
    'container',
    responded(100, undefined, { type: 'THREADS_API__FEATURE_NOT_AVAILABLE' }),
    'refused feature_not_available',
  ],
  [
    'GEO_GATING_INVALID_COUNTRY_CODES',
    'container',
    responded(100, undefined, { error_user_title: 'GEO_GATING_INVALID_COUNTRY_CODES' }),
    'refused feature_not_available',
  ],
  ['a code that is not in the table', 'container', responded(4_711), 'refused refused_by_network'],
  ['section 1.2: a used code', 'connect', answered(400, signInNo()), 'reauth'],
  ['section 3.2: UNKNOWN', 'ready', failed('UNKNOWN'), 'again afresh'],
  ['section 3.2: FAILED_DOWNLOADING_VIDEO', 'awaitItems', failed('FAILED_DOWNLOADING_VIDEO'), 'again afresh'],
  ['section 3.2: FAILED_PROCESSING_AUDIO', 'ready', failed('FAILED_PROCESSING_AUDIO'), 'refused video_refused'],
  ['section 3.2: FAILED_PROCESSING_VIDEO', 'ready', failed('FAILED_PROCESSING_VIDEO'), 'refused video_refused'],
  ['section 3.2: INVALID_ASPEC_RATIO', 'ready', failed('INVALID_ASPEC_RATIO'), 'refused video_shape'],
  ['section 3.2: INVALID_BIT_RATE', 'ready', failed('INVALID_BIT_RATE'), 'refused video_bit_rate'],
  ['section 3.2: INVALID_DURATION', 'ready', failed('INVALID_DURATION'), 'refused video_duration'],
  ['section 3.2: INVALID_FRAME_RATE', 'ready', failed('INVALID_FRAME_RATE'), 'refused video_frame_rate'],
  ['section 3.2: INVALID_AUDIO_CHANNELS', 'ready', failed('INVALID_AUDIO_CHANNELS'), 'refused video_sound'],
  ['section 3.2: INVALID_AUDIO_CHANNEL_LAYOUT', 'ready', failed('INVALID_AUDIO_CHANNEL_LAYOUT'), 'refused video_sound'],
  ['section 3.2: an unknown error', 'ready', failed('INVALID_MOOD'), 'refused media_refused'],
  ['an expired container', 'publish', answered(400, {}, { code: expired }), 'again afresh'],
  ['a proxy in front of it', 'publish', answered(403, '<html>blocked</html>'), 'doubt'],
  ['a proxy in front of it', 'container', answered(404, '<html>gone</html>'), 'retry call'],
  ['no answer', 'publish', { ...answered(0, ''), sent: 'maybe', status: null, code: 'timeout' }, 'as everywhere'],
]

function signInNo() {
  return { error_type: 'OAuthException', code: 400, error_message: 'This authorization code has been used' }
}

for (const [line, step, failure, verdict] of recorded)
  test(`Threads returns ${line} at ${step}: ${verdict}`, () => {
    const judged = judge(failure, step, now)
    assert.equal(shortOf(judged), verdict)
    if (judged?.is === 'refused') assert.match(judged.why, /^\p{Lu}.{15}/su)
  })

test('each row of the table is covered by a body', () => {
  const met = new Set<unknown>()
  for (const [, step, failure] of recorded) {
    const error = JSON.parse(failure.body.startsWith('{') ? failure.body : '{}').error
    const of = (numbers: (typeof rows)[number]['codes'], value: number) =>
      numbers?.some((one) => (typeof one === 'number' ? one === value : value >= one[0] && value <= one[1])) ?? true
    met.add(
      error &&
        rows.find(
          ({ codes, subcodes, either, on }) =>
            (on?.includes(step) ?? true) &&
            of(codes, error.code) &&
            of(subcodes, error.error_subcode) &&
            (of(either, error.code) || of(either, error.error_subcode)),
        ),
    )
  }
  assert.deepEqual(
    rows.filter((row) => !met.has(row)),
    [],
  )
})

test('the wait is read from the response if stated, and is an hour if the daily quota is full', () => {
  const until = (failure: Failure) => {
    const verdict = judge(failure, 'publish', now)
    return verdict?.is === 'retry' && verdict.until ? verdict.until.getTime() - now.getTime() : null
  }
  assert.equal(until(responded(4)), null)
  assert.equal(until({ ...responded(4), headers: { 'retry-after': '90' } }), 90_000)
  assert.equal(until(responded(9, 2_207_042)), 3_600_000)
})
