import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure, Verdict } from '#connectors/connector.ts'
import { expired, unsettled } from '#connectors/meta/container/publish.ts'
import { failedWith } from '#connectors/meta/container/state.ts'
import { answered, graphError as responded, shortOf } from '#test/connector-suite/verdicts.ts'
import { notGranted, notRenewable } from '../auth/grant.ts'
import { usedUp } from '../media/room.ts'
import { judge } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

const failed = (subcode: string) =>
  answered(
    200,
    { status_code: 'ERROR', status: `Error: the file, ${subcode}`, id: '1' },
    { code: `${failedWith}${subcode}` },
  )
const ours = (code: string) => answered(200, '', { code })

/** Formats a verdict with its wait in hours. */
const shortWithHours = (verdict: Verdict | null): string => {
  const until = verdict !== null && 'until' in verdict ? verdict.until : undefined
  const hours = until ? [`${(until.getTime() - now.getTime()) / 3_600_000} h`] : []
  return [shortOf(verdict), ...hours].join(' ')
}

/** Errors, each with the line of the page docs/networks/instagram.md that it tests. */
const recorded: readonly (readonly [line: string, step: string, failure: Failure, verdict: string])[] = [
  ['4 / 2207051, and the container is not published', 'publish', responded(4, 2_207_051), 'retry account 4 h'],
  ['4 / 2207051, and the container’s state is unknown', 'publish', ours(unsettled), 'doubt'],
  ['9007 / 2207027', 'publish', responded(9_007, 2_207_027), 'again ready'],
  ['24 / 2207008', 'publish', responded(24, 2_207_008), 'again denied'],
  ['24 / 2207008', 'ready', responded(24, 2_207_008), 'again denied'],
  ['24 / 2207008', 'awaitItems', responded(24, 2_207_008), 'again denied'],
  ...[2_207_003, 2_207_020, 2_207_032, 2_207_053, 2_207_082].flatMap(
    (subcode) =>
      [
        ['download, expiry or upload failed', 'publish', responded(-1, subcode), 'again afresh'],
        ['download, expiry or upload failed', 'container', responded(-2, subcode), 'retry call'],
        ['the same, in a container', 'ready', failed(String(subcode)), 'again afresh'],
      ] as const,
  ),
  ['-1 / 2207001', 'publish', responded(-1, 2_207_001, {}, 500), 'doubt'],
  ['-1 / 2207001', 'item', responded(-1, 2_207_001, {}, 500), 'retry call'],
  ['1, 2', 'publish', responded(2, undefined, {}, 500), 'doubt'],
  ['1, 2', 'container', responded(1, undefined, {}, 500), 'retry call'],
  ['is_transient', 'publish', responded(4_711, undefined, { is_transient: true }), 'doubt'],
  ['is_transient', 'comment', responded(4_711, undefined, { is_transient: true }), 'doubt'],
  ['5xx', 'publish', answered(503, '<html>busy</html>'), 'as everywhere'],
  ['9004 / 2207052', 'container', responded(9_004, 2_207_052), 'retry call'],
  ['2207077', 'item', responded(100, 2_207_077), 'retry call'],
  ['2207052, in a container', 'awaitItems', failed('2207052'), 'again afresh'],
  ['9 / 2207042', 'publish', responded(9, 2_207_042, {}, 403), 'retry account 1 h'],
  ['the quota, from the quota request', 'room', ours(usedUp), 'retry account 1 h'],
  ['4', 'container', responded(4, undefined, { is_transient: true }, 403), 'retry app'],
  ...[17, 32, 613, 80_001, 80_002].map(
    (code) => ['17, 32, 613, 80001, 80002', 'container', responded(code, undefined, {}, 403), 'retry account'] as const,
  ),
  ...(
    [
      [458, 'reauth consent_revoked'],
      [459, 'reauth account_blocked'],
      [460, 'reauth'],
      [463, 'reauth grant_expired'],
      [464, 'reauth account_blocked'],
      [467, 'reauth grant_expired'],
      [492, 'reauth permission_missing'],
      [1, 'reauth'],
    ] as const
  ).map(([subcode, verdict]) => ['190', 'publish', responded(190, subcode, {}, 401), verdict] as const),
  ['102', 'container', responded(102, undefined, {}, 401), 'reauth'],
  ['190', 'refresh', responded(190, 463), 'reauth grant_expired'],
  ['3, 10, 200–299', 'container', responded(10, undefined, {}, 403), 'reauth permission_missing'],
  ['3, 10, 200–299', 'publish', responded(200, undefined, {}, 403), 'reauth permission_missing'],
  ['3, 10, 200–299: a comment', 'comment', responded(10, undefined, {}, 403), 'refused comment_not_permitted'],
  ['24 / 2207006', 'container', responded(24, 2_207_006), 'reauth'],
  ['24 / 2207006: shortly after publishing', 'comment', responded(24, 2_207_006), 'retry not_shown_yet call'],
  ['100 / 33: a comment that was deleted', 'reply', responded(100, 33), 'refused answered_gone'],
  ['20 / 1772107: after the reply was written', 'reply', responded(20, 1_772_107), 'doubt'],
  ['100 / 33: shortly after publishing', 'comment', responded(100, 33), 'retry not_shown_yet call'],
  ['100 / 33: at a sign-in', 'whoami', responded(100, 33), 'reauth'],
  ['25 / 2207050', 'publish', responded(25, 2_207_050, {}, 403), 'reauth at once'],
  ['36000 / 2207004', 'container', responded(36_000, 2_207_004), 'refused image_too_large'],
  ['36001 / 2207005', 'item', responded(36_001, 2_207_005), 'refused media_type_not_supported'],
  ['36003 / 2207009', 'container', responded(36_003, 2_207_009), 'refused image_shape'],
  ['352 / 2207026', 'container', responded(352, 2_207_026), 'refused video_refused'],
  ['352 / 2207026, in a container', 'ready', failed('2207026'), 'refused video_refused'],
  ['36004 / 2207010', 'container', responded(36_004, 2_207_010), 'refused text_too_long'],
  ['100 / 2207040', 'container', responded(100, 2_207_040), 'refused tags_too_many'],
  ['100 / 2207028', 'container', responded(100, 2_207_028), 'refused media_too_many'],
  ['1 / 2207057', 'container', responded(1, 2_207_057), 'refused cover_outside'],
  ['368', 'publish', responded(368, undefined, {}, 403), 'refused blocked_for_now'],
  ['506', 'publish', responded(506), 'refused duplicate'],
  ['100', 'container', responded(100), 'refused refused_by_network'],
  [
    'INVALID_LOCATION_ID',
    'container',
    responded('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID'),
    'refused location_unknown',
  ],
  ['a subcode that is not in the table', 'container', responded(4_711), 'refused refused_by_network'],
  ['a container that failed without a subcode', 'ready', failed(''), 'again afresh'],
  ['a container that failed with an unknown subcode', 'ready', failed('2207999'), 'refused media_refused'],
  ['a container that is gone', 'publish', ours(expired), 'again afresh'],
  ['the app secret proof', 'room', responded(104), 'operator app_unknown'],
  ['an account that was not selected', 'container', ours(notGranted), 'reauth page_left_out'],
  ['a page token, which cannot be renewed', 'refresh', ours(notRenewable), 'reauth grant_expired'],
  [
    'a used code',
    'connect',
    answered(400, { error_type: 'OAuthException', code: 400, error_message: 'This authorization code has been used' }),
    'reauth',
  ],
  ['a proxy in front of Instagram', 'publish', answered(403, '<html>blocked</html>'), 'doubt'],
  ['a proxy in front of Instagram', 'container', answered(404, ''), 'retry call'],
]

for (const [line, step, failure, verdict] of recorded)
  test(`${line}, at ${step} → ${verdict}`, () => {
    assert.equal(shortWithHours(judge(failure, step, now)), verdict)
  })

test('an error’s message never determines the verdict', () => {
  const words = responded(100, undefined, { message: '(#190) Session has expired; 2207051', error_user_msg: '(#4)' })
  assert.equal(shortWithHours(judge(words, 'container', now)), 'refused refused_by_network')
})
