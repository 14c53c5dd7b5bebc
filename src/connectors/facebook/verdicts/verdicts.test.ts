import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, graphError as said, shortOf } from '#test/connector-suite/verdicts.ts'
import { notGranted } from '../auth/grant.ts'
import { judge, rows } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

/** Errors, each with the row of the table of errors that it tests. */
const recorded: readonly (readonly [row: string, step: string, failure: Failure, verdict: string])[] = [
  ['1, 2: temporary', 'post', said(1, undefined, {}, 500), 'doubt'],
  ['1, 2: temporary', 'postPhotos', said(2, undefined, { is_transient: true }, 500), 'doubt'],
  ['1, 2: temporary', 'photo', said(2, undefined, { is_transient: true }, 500), 'retry call'],
  ['is_transient', 'comment', said(9_999, undefined, { is_transient: true }), 'doubt'],
  ['is_transient', 'photo', said(9_999, undefined, { is_transient: true }), 'retry call'],
  ['5xx', 'post', answered(503, '<html>busy</html>'), 'as everywhere'],
  ['1363047, 1609010: temporary', 'finishReel', said(100, 1_363_047), 'doubt'],
  ['1363047, 1609010: temporary', 'sendReel', said(1_609_010), 'retry call'],
  ['4: app', 'post', said(4, undefined, { is_transient: true }, 403), 'retry app'],
  ['17: user', 'post', said(17, undefined, {}, 403), 'retry account'],
  ['32: page', 'post', said(32, undefined, {}, 403), 'retry account'],
  ['613: custom', 'post', said(613, undefined, {}, 403), 'retry account'],
  ['341: app', 'post', said(341), 'retry app'],
  ['80001: page', 'post', said(80_001), 'retry account'],
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
  ).map(([subcode, verdict]) => ['190 and below', 'post', said(190, subcode, {}, 401), verdict] as const),
  ['190', 'whoami', said(190, undefined, {}, 400), 'reauth'],
  ['102', 'post', said(102), 'reauth'],
  ['104: the proof', 'post', said(104), 'operator app_unknown'],
  ['1 of a wrong secret', 'connect', said(1), 'operator app_unknown'],
  ['1, 2: temporary', 'connect', said(1, undefined, { is_transient: true }, 500), 'retry call'],
  ['101 of a wrong app', 'connect', said(101), 'operator app_unknown'],
  ['3, 10, 200-299, 283: permission', 'post', said(200, undefined, {}, 403), 'reauth permission_missing'],
  ['3, 10, 200-299, 283: permission', 'photo', said(10, undefined, {}, 403), 'reauth permission_missing'],
  ['3, 10, 200-299, 283: permission', 'post', said(283), 'reauth permission_missing'],
  ['3, 10, 200-299, 283: permission', 'comment', said(200, undefined, {}, 403), 'refused comment_not_permitted'],
  ['100: bad parameter', 'post', said(100), 'refused refused_by_network'],
  ['100 of a code that was used', 'connect', said(100, 36_009), 'reauth'],
  ['100 (33): no such object', 'post', said(100, 33), 'refused page_gone'],
  ['100 (33) of a picture', 'postPhotos', said(100, 33), 'again photosAgain'],
  ['100 (33) of a video', 'sendVideo', said(100, 33), 'again videoAgain'],
  ['100 (33) of a post', 'comment', said(100, 33), 'refused post_gone'],
  ['210: needs the page', 'post', said(210, undefined, {}, 403), 'refused not_as_the_page'],
  ['324: image', 'photo', said(324), 'refused media_refused'],
  ['368 (1390008): too fast', 'post', said(368, 1_390_008, {}, 403), 'retry account'],
  ['368 (1346003): abusive', 'post', said(368, 1_346_003, {}, 403), 'refused flagged_as_abusive'],
  ['368: blocked', 'post', said(368, undefined, {}, 403), 'refused blocked_for_now'],
  ['382: too small', 'finishVideo', said(382), 'refused video_too_small'],
  ['389: cannot fetch', 'sendReel', said(389), 'retry call'],
  ['506: identical', 'post', said(506, 1_455_006), 'doubt'],
  ['506: identical', 'comment', said(506), 'doubt'],
  ['1609005, 2061006: link', 'post', said(100, 1_609_005), 'refused link_refused'],
  ['1609005, 2061006: link', 'post', said(2_061_006), 'refused link_refused'],
  ['1609008: facebook.com link', 'post', said(100, 1_609_008), 'refused link_refused'],
  ['6000/6001: upload', 'sendVideo', said(6_000, 1_363_037), 'again videoAgain'],
  ['6000/6001: upload', 'sendVideo', said(6_001), 'again videoAgain'],
  ['1366046: too big', 'photo', said(100, 1_366_046), 'refused media_too_large'],
  ['1366051: posted already', 'postPhotos', said(100, 1_366_051), 'doubt'],
  ['1349125, 2069019: content', 'photo', said(100, 1_349_125), 'refused content_refused'],
  ['1349125, 2069019: content', 'finishReel', said(100, 2_069_019), 'refused content_refused'],
  ['1363040: aspect', 'finishReel', said(100, 1_363_040), 'refused video_shape'],
  ['1363127: resolution', 'finishReel', said(100, 1_363_127), 'refused video_resolution'],
  ['1363128: duration', 'finishReel', said(100, 1_363_128), 'refused video_duration'],
  ['1363129: fps', 'finishReel', said(100, 1_363_129), 'refused video_frame_rate'],
  ['1404006: security check', 'post', said(368, 1_404_006, {}, 403), 'reauth at once'],
  ['1404078: authorization of the page', 'post', said(200, 1_404_078, {}, 403), 'reauth at once'],
  ['1404102: community standards', 'post', said(368, 1_404_102, {}, 403), 'refused community_standards'],
  ['1404112: limited', 'post', said(368, 1_404_112, {}, 403), 'reauth at once'],
  ['4854002: identity', 'post', said(200, 4_854_002, {}, 403), 'reauth at once'],
  ['what nobody knows', 'post', said(2_500), 'refused refused_by_network'],
  ['not Graph', 'post', answered(403, '<html>who are you?</html>'), 'doubt'],
  ['not Graph', 'photo', answered(404, ''), 'retry call'],
  ['not Graph', 'photo', answered(429, ''), 'as everywhere'],
  ['numbers as text', 'post', answered(400, { error: { message: 'x', code: '190', error_subcode: '460' } }), 'reauth'],
]

for (const [row, step, failure, verdict] of recorded)
  test(`${row}: ${failure.status} on ${step} is ${verdict}`, () => {
    const judged = judge(failure, step, now)
    assert.equal(shortOf(judged), verdict)
    if (judged) assert.match(judged.why, /^\p{Lu}.{10}/su, 'a person is told so in words')
  })

test('every row is met by one of these', () => {
  const met = new Set(recorded.map(([, step, failure]) => judge(failure, step, now)?.why))
  const failing = rows.filter(({ verdict }) => typeof verdict !== 'function' && !met.has(verdict.why))
  assert.deepEqual(failing, [])
})

test('how long to wait is read from minutes, or from the header that all have', () => {
  const usage = (minutes: number) =>
    JSON.stringify({ '105': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes }] })
  const untilOf = (headers: Readonly<Record<string, string>>) => {
    const verdict = judge({ ...said(80_001), headers }, 'post', now)
    return verdict?.is === 'retry' ? verdict.until?.toISOString() : null
  }
  assert.equal(untilOf({ 'x-business-use-case-usage': usage(7) }), '2027-01-13T12:07:00.000Z')
  assert.equal(untilOf({ 'retry-after': '90', 'x-business-use-case-usage': usage(7) }), '2027-01-13T12:01:30.000Z')
  assert.equal(untilOf({ 'x-business-use-case-usage': usage(0) }), undefined)
  assert.equal(untilOf({ 'x-business-use-case-usage': 'no json' }), undefined)
})

test('a page that was not ticked asks the person to sign in again', () => {
  const failure: Failure = { sent: 'no', status: null, headers: {}, body: '', code: notGranted }
  assert.equal(judge(failure, 'post', now)?.is, 'reauth')
})

test('a call that got no answer is judged as everywhere', () => {
  for (const sent of ['no', 'maybe'] as const)
    assert.equal(judge({ sent, status: null, headers: {}, body: '', code: 'timeout' }, 'post', now), null)
})
