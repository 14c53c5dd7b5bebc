import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, graphError as responded, shortOf } from '#test/connector-suite/verdicts.ts'
import { notGranted } from '../auth/grant.ts'
import { judge, rows } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

/** Errors, each with the row of the table of errors that it tests. */
const recorded: readonly (readonly [row: string, step: string, failure: Failure, verdict: string])[] = [
  ['1, 2: temporary', 'post', responded(1, undefined, {}, 500), 'doubt'],
  ['1, 2: temporary', 'postPhotos', responded(2, undefined, { is_transient: true }, 500), 'doubt'],
  ['1, 2: temporary', 'photo', responded(2, undefined, { is_transient: true }, 500), 'retry call'],
  ['is_transient', 'comment', responded(9_999, undefined, { is_transient: true }), 'doubt'],
  ['is_transient', 'photo', responded(9_999, undefined, { is_transient: true }), 'retry call'],
  ['5xx', 'post', answered(503, '<html>busy</html>'), 'as everywhere'],
  ['1363047, 1609010: temporary', 'finishReel', responded(100, 1_363_047), 'doubt'],
  ['1363047, 1609010: temporary', 'sendReel', responded(1_609_010), 'retry call'],
  ['4: app', 'post', responded(4, undefined, { is_transient: true }, 403), 'retry app'],
  ['17: user', 'post', responded(17, undefined, {}, 403), 'retry account'],
  ['32: page', 'post', responded(32, undefined, {}, 403), 'retry account'],
  ['613: custom', 'post', responded(613, undefined, {}, 403), 'retry account'],
  ['341: app', 'post', responded(341), 'retry app'],
  ['80001: page', 'post', responded(80_001), 'retry account'],
  ...(
    [
      [458, 'reauth consent_revoked'],
      [459, 'reauth account_blocked'],
      [460, 'reauth'],
      [463, 'reauth grant_expired'],
      [464, 'reauth account_blocked'],
      [467, 'reauth grant_expired'],
      [492, 'reauth permission_missing'],
    ] as const
  ).map(([subcode, verdict]) => ['190 and below', 'post', responded(190, subcode, {}, 401), verdict] as const),
  ['190', 'whoami', responded(190, undefined, {}, 400), 'reauth'],
  ['102', 'post', responded(102), 'reauth'],
  ['104: the proof', 'post', responded(104), 'operator app_unknown'],
  ['1 of a wrong secret', 'connect', responded(1), 'operator app_unknown'],
  ['1, 2: temporary', 'connect', responded(1, undefined, { is_transient: true }, 500), 'retry call'],
  ['101 of a wrong app', 'connect', responded(101), 'operator app_unknown'],
  ['3, 10, 200-299, 283: permission', 'post', responded(200, undefined, {}, 403), 'reauth permission_missing'],
  ['3, 10, 200-299, 283: permission', 'photo', responded(10, undefined, {}, 403), 'reauth permission_missing'],
  ['3, 10, 200-299, 283: permission', 'post', responded(283), 'reauth permission_missing'],
  ['3, 10, 200-299, 283: permission', 'comment', responded(200, undefined, {}, 403), 'refused comment_not_permitted'],
  ['3, 10, 200-299: reading comments', 'inbox', responded(10, undefined, {}, 403), 'refused comments_not_permitted'],
  ['100: bad parameter', 'post', responded(100), 'refused refused_by_network'],
  ['100 of a used code', 'connect', responded(100, 36_009), 'reauth'],
  ['100 (33): no such object', 'post', responded(100, 33), 'refused page_gone'],
  ['100 (33) of a picture', 'postPhotos', responded(100, 33), 'again photosAgain'],
  ['100 (33) of a video', 'sendVideo', responded(100, 33), 'again videoAgain'],
  ['100 of an act', 'hide', responded(100), 'refused refused_by_network'],
  ['a comment that is gone', 'like', { ...responded(100, 33), code: 'item_missing' }, 'refused item_gone'],
  ['100 (33) of a comment', 'reply', responded(100, 33), 'refused answered_gone'],
  ['100 (33) of a post', 'comment', responded(100, 33), 'refused post_gone'],
  ['210: needs the page', 'post', responded(210, undefined, {}, 403), 'refused not_as_the_page'],
  ['324: image', 'photo', responded(324), 'refused media_refused'],
  ['368 (1390008): too fast', 'post', responded(368, 1_390_008, {}, 403), 'retry account'],
  ['368 (1346003): abusive', 'post', responded(368, 1_346_003, {}, 403), 'refused flagged_as_abusive'],
  ['368: blocked', 'post', responded(368, undefined, {}, 403), 'refused blocked_for_now'],
  ['382: too small', 'finishVideo', responded(382), 'refused video_too_small'],
  ['389: cannot fetch', 'sendReel', responded(389), 'retry call'],
  ['506: identical', 'post', responded(506, 1_455_006), 'doubt'],
  ['506: identical', 'comment', responded(506), 'doubt'],
  ['1609005, 2061006: link', 'post', responded(100, 1_609_005), 'refused link_refused'],
  ['1609005, 2061006: link', 'post', responded(2_061_006), 'refused link_refused'],
  ['1609008: facebook.com link', 'post', responded(100, 1_609_008), 'refused link_refused'],
  ['6000/6001: upload', 'sendVideo', responded(6_000, 1_363_037), 'again videoAgain'],
  ['6000/6001: upload', 'sendVideo', responded(6_001), 'again videoAgain'],
  ['1366046: too big', 'photo', responded(100, 1_366_046), 'refused media_too_large'],
  ['1366051: posted already', 'postPhotos', responded(100, 1_366_051), 'doubt'],
  ['1349125, 2069019: content', 'photo', responded(100, 1_349_125), 'refused content_refused'],
  ['1349125, 2069019: content', 'finishReel', responded(100, 2_069_019), 'refused content_refused'],
  ['1363040: aspect', 'finishReel', responded(100, 1_363_040), 'refused video_shape'],
  ['1363127: resolution', 'finishReel', responded(100, 1_363_127), 'refused video_resolution'],
  ['1363128: duration', 'finishReel', responded(100, 1_363_128), 'refused video_duration'],
  ['1363129: fps', 'finishReel', responded(100, 1_363_129), 'refused video_frame_rate'],
  ['1404006: security check', 'post', responded(368, 1_404_006, {}, 403), 'reauth at once'],
  ['1404078: authorization of the page', 'post', responded(200, 1_404_078, {}, 403), 'reauth at once'],
  ['1404102: community standards', 'post', responded(368, 1_404_102, {}, 403), 'refused community_standards'],
  ['1404112: limited', 'post', responded(368, 1_404_112, {}, 403), 'reauth at once'],
  ['4854002: identity', 'post', responded(200, 4_854_002, {}, 403), 'reauth at once'],
  ['an unknown error', 'post', responded(2_500), 'refused refused_by_network'],
  ['not Graph', 'post', answered(403, '<html>who are you?</html>'), 'doubt'],
  ['not Graph', 'photo', answered(404, ''), 'retry call'],
  ['not Graph', 'photo', answered(429, ''), 'as everywhere'],
  [
    'numbers in strings',
    'post',
    answered(400, { error: { message: 'x', code: '190', error_subcode: '460' } }),
    'reauth',
  ],
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

test('the wait is read from minutes, or from the standard header', () => {
  const usage = (minutes: number) =>
    JSON.stringify({ '105': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes }] })
  const untilOf = (headers: Readonly<Record<string, string>>) => {
    const verdict = judge({ ...responded(80_001), headers }, 'post', now)
    return verdict?.is === 'retry' ? verdict.until?.toISOString() : null
  }
  assert.equal(untilOf({ 'x-business-use-case-usage': usage(7) }), '2027-01-13T12:07:00.000Z')
  assert.equal(untilOf({ 'retry-after': '90', 'x-business-use-case-usage': usage(7) }), '2027-01-13T12:01:30.000Z')
  assert.equal(untilOf({ 'x-business-use-case-usage': usage(0) }), undefined)
  assert.equal(untilOf({ 'x-business-use-case-usage': 'no json' }), undefined)
})

test('an unselected page requires another sign-in', () => {
  const failure: Failure = { sent: 'no', status: null, headers: {}, body: '', code: notGranted }
  assert.equal(judge(failure, 'post', now)?.is, 'reauth')
})

test('a call without a response gets the default verdict', () => {
  for (const sent of ['no', 'maybe'] as const)
    assert.equal(judge({ sent, status: null, headers: {}, body: '', code: 'timeout' }, 'post', now), null)
})
