import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { answered, shortOf } from '#test/connector-suite/verdicts.ts'
import { parse } from './parse-error.ts'
import { judge, rows, waits } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')
const log = '20270113120000ABCDEF'

const responded = (status: number, code: string, message = 'Their words.') =>
  answered(status, { data: {}, error: { code, message, log_id: log } })
const oauth = (error: string, status = 400) => answered(status, { error, error_description: 'No.', log_id: log })
const failed = (reason: string) =>
  answered(
    200,
    { data: { status: 'FAILED', fail_reason: reason }, error: { code: 'ok', log_id: log } },
    { code: `failed:${reason}` },
  )

/** Errors, each with the line of the notes on TikTok that it tests: the section, and the content of the line. */
const recorded: readonly (readonly [line: string, step: string, failure: Failure, verdict: string])[] = [
  ['1, OAuth errors', 'connect', oauth('invalid_grant'), 'reauth'],
  ['1, OAuth errors', 'connect', oauth('invalid_request'), 'reauth'],
  ['1, OAuth errors, with 200', 'connect', oauth('invalid_grant', 200), 'reauth'],
  ['1, OAuth errors', 'connect', oauth('access_denied'), 'reauth'],
  ['1, OAuth errors', 'refresh', oauth('invalid_grant'), 'reauth'],
  ['1, OAuth errors, with 200', 'refresh', oauth('invalid_grant', 200), 'reauth'],
  ['1, OAuth errors', 'refresh', oauth('invalid_request'), 'retry call'],
  ['1, OAuth errors', 'refresh', oauth('server_error', 200), 'retry call'],
  ['1, OAuth errors', 'refresh', oauth('invalid_client'), 'operator app_unknown'],
  ['1, OAuth errors', 'connect', oauth('invalid_scope'), 'operator app_not_allowed'],
  ['1, OAuth errors', 'connect', oauth('unsupported_grant_type'), 'operator version_ended'],
  ['2.3, 400 bad header', 'send', answered(400, ''), 'again look'],
  ['2.3, 403 URL expired', 'sendLast', answered(403, ''), 'again look'],
  ['2.3, 404 unknown task', 'sendLast', answered(404, '<html>'), 'again look'],
  ['2.3, 416 range mismatch', 'send', answered(416, ''), 'again look'],
  ['5, invalid_param(s)', 'photos', responded(400, 'invalid_params'), 'refused refused_by_network'],
  ['5, invalid_param(s)', 'init', responded(400, 'invalid_param'), 'refused refused_by_network'],
  ['5, invalid_file_upload', 'init', responded(400, 'invalid_file_upload'), 'refused media_refused'],
  ['5, invalid_publish_id', 'await', responded(400, 'invalid_publish_id'), 'refused post_unknown'],
  [
    '5, token_not_authorized…',
    'await',
    responded(400, 'token_not_authorized_for_specified_publish_id'),
    'refused post_unknown',
  ],
  ['5, access_token_invalid', 'creator', responded(401, 'access_token_invalid'), 'reauth'],
  ['5, scope_not_authorized', 'init', responded(401, 'scope_not_authorized'), 'reauth permission_missing'],
  ['5, scope_permission_missed', 'init', responded(401, 'scope_permission_missed'), 'reauth permission_missing'],
  ['5, spam_risk_too_many_posts', 'creator', responded(200, 'spam_risk_too_many_posts'), 'retry account'],
  ['5, spam_risk_too_many_posts', 'init', responded(403, 'spam_risk_too_many_posts'), 'retry account'],
  [
    '5, spam_risk_too_many_pending_share',
    'init',
    responded(403, 'spam_risk_too_many_pending_share'),
    'retry drafts_full account',
  ],
  ['5, banned', 'creator', responded(200, 'spam_risk_user_banned_from_posting'), 'refused account_banned_from_posting'],
  ['5, spam_risk_text', 'init', responded(403, 'spam_risk_text'), 'refused taken_for_spam'],
  ['5, spam_risk', 'photos', responded(403, 'spam_risk'), 'refused taken_for_spam'],
  [
    '5, reached_active_user_cap',
    'creator',
    responded(200, 'reached_active_user_cap'),
    'retry app_accounts_full account',
  ],
  [
    '5, unaudited',
    'init',
    responded(403, 'unaudited_client_can_only_post_to_private_accounts'),
    'refused app_not_audited',
  ],
  ['5, url_ownership_unverified', 'photos', responded(403, 'url_ownership_unverified'), 'refused url_not_verified'],
  ['5, privacy', 'init', responded(403, 'privacy_level_option_mismatch'), 'refused privacy_level_not_offered'],
  ['2.1, disabled', 'creator', responded(403, 'interaction_disabled'), 'refused interaction_disabled'],
  ['2.1, max duration', 'creator', responded(403, 'duration_check_failed'), 'refused video_too_long'],
  ['5, rate_limit_exceeded', 'photos', responded(429, 'rate_limit_exceeded'), 'retry account'],
  ['5, internal_error', 'init', responded(500, 'internal_error'), 'retry call'],
  ['5, internal_error', 'photos', responded(500, 'internal_error'), 'doubt'],
  ['5, fail_reason', 'await', failed('file_format_check_failed'), 'refused media_refused'],
  ['5, fail_reason', 'await', failed('duration_check_failed'), 'refused video_too_long'],
  ['5, fail_reason', 'await', failed('frame_rate_check_failed'), 'refused video_frame_rate'],
  ['5, fail_reason', 'await', failed('picture_size_check_failed'), 'refused media_too_large'],
  ['5, fail_reason', 'await', failed('internal'), 'again afresh'],
  ['5, fail_reason', 'await', failed('video_pull_failed'), 'again afresh'],
  ['5, fail_reason', 'await', failed('photo_pull_failed'), 'again afresh'],
  ['5, fail_reason', 'await', failed('publish_cancelled'), 'refused publish_cancelled'],
  ['5, fail_reason', 'await', failed('auth_removed'), 'reauth'],
  ['5, fail_reason', 'await', failed('spam_risk'), 'refused taken_for_spam'],
  ['5, fail_reason', 'await', failed('spam_risk_text'), 'refused taken_for_spam'],
  ['5, fail_reason', 'await', failed('spam_risk_too_many_posts'), 'again afresh'],
  ['5, fail_reason', 'await', failed('spam_risk_user_banned_from_posting'), 'refused account_banned_from_posting'],
  ['5, fail_reason', 'await', failed('app_version_check_failed'), 'refused app_too_old'],
  ['5, other', 'init', responded(403, 'nobody_knows_this'), 'refused refused_by_network'],
  ['5, fail_reason', 'await', failed('nobody_knows_this'), 'refused refused_by_network'],
  ['5, a proxy', 'init', answered(403, '<html>Just a moment</html>'), 'retry call'],
  ['5, 5xx', 'photos', answered(502, ''), 'as everywhere'],
]

for (const [line, step, failure, verdict] of recorded)
  test(`TikTok ${line}: at ${step}, ${failure.status} ${failure.body.slice(0, 70)} is ${verdict}`, () => {
    const judged = judge(failure, step, now)
    assert.equal(shortOf(judged), verdict)
    if (judged) assert.match(judged.why, /^\p{Lu}.{10}/su, 'the user gets a sentence')
    // TikTok itself reports that an accepted post has failed; any other refusal does not prove that nothing was
    // published.
    const ends = judged?.is === 'refused' || judged?.is === 'again'
    if (judged && ends) assert.equal('nothingOut' in judged, line === '5, fail_reason')
  })

test('each row of the table, and each wait, is covered by a recorded body', () => {
  const met = new Set<number>()
  const waited = new Set<string>()
  for (const [, step, failure] of recorded) {
    const parsed = parse(failure)
    if (!parsed) continue
    waited.add(parsed.code?.replace(/^failed:/, '') ?? '')
    met.add(
      rows.findIndex(
        ({ when, on }) =>
          (on === undefined || on.includes(step)) &&
          Object.entries(when).every(([name, value]) => parsed[name as keyof typeof parsed] === value),
      ),
    )
  }
  assert.deepEqual(
    rows.filter((_, at) => !met.has(at)).map(({ when }) => when),
    [],
  )
  assert.deepEqual(
    Object.keys(waits).filter((code) => !waited.has(code)),
    [],
  )
})

test('a refusal states the log ID that lets TikTok find the call', () => {
  assert.match(judge(responded(403, 'spam_risk'), 'init', now)?.why ?? '', new RegExp(log))
  const older = answered(400, { error: { code: 'invalid_params', message: 'No.', logid: log } })
  assert.match(judge(older, 'init', now)?.why ?? '', new RegExp(log))
})

test('a per-minute limit waits a minute, a daily limit a day', () => {
  const untilOf = (failure: Failure) => {
    const verdict = judge(failure, 'init', now)
    return verdict?.is === 'retry' ? verdict.until?.toISOString() : null
  }
  assert.equal(untilOf(responded(429, 'rate_limit_exceeded')), '2027-01-13T12:01:00.000Z')
  assert.equal(untilOf(responded(403, 'spam_risk_too_many_posts')), '2027-01-14T12:00:00.000Z')
})

test('an incomplete response is never interpreted', () => {
  assert.equal(judge({ ...responded(403, 'spam_risk'), sent: 'maybe' }, 'photos', now), null)
})
