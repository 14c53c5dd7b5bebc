import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import { answeredMissing } from '#connectors/verdicts/verdicts.ts'
import { answered, shortOf } from '#test/connector-suite/verdicts.ts'
import { noCounters } from '../metrics.ts'
import { noLinks } from '../post/same-text.ts'
import { isDuplicate, parse } from './parse-error.ts'
import { judge, rows } from './verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')

const problem = (status: number, type: string, more: object = {}) =>
  answered(status, { title: 'Forbidden', type: `https://api.x.com/2/problems/${type}`, status, ...more })
/** An error with a sentence only. */
const responded = (status: number, detail: string) =>
  answered(status, { title: status === 403 ? 'Forbidden' : 'Invalid Request', detail, type: 'about:blank', status })
/** A sentence about one parameter, within a general error. */
const invalid = (message: string) =>
  answered(400, {
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.x.com/2/problems/invalid-request',
    errors: [{ parameters: {}, message }],
  })
const legacy = (status: number, code: number, message: string) => answered(status, { errors: [{ code, message }] })
const oauth = (status: number, error: string, description: string) =>
  answered(status, { error, error_description: description })

const unauthorized = { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }
const failed = {
  data: { id: '1', processing_info: { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: 'bad' } } },
}

/** Errors, each with the line of the notes on X that it tests: the section, and the content of the line. */
const recorded: readonly (readonly [line: string, step: string, failure: Failure, verdict: string])[] = [
  ['6, 401', 'post', answered(401, unauthorized), 'reauth'],
  ['6, 401', 'whoami', answered(401, unauthorized), 'reauth'],
  ['6, 401', 'wait', legacy(403, 89, 'Invalid or expired token.'), 'reauth'],
  ['6, Unsupported Authentication', 'post', problem(403, 'unsupported-authentication'), 'reauth'],
  ['6, Unsupported Authentication', 'post', answered(403, { title: 'Unsupported Authentication' }), 'reauth'],
  ['6, invalid_grant', 'refresh', oauth(400, 'invalid_grant', 'Value passed for the token was invalid.'), 'reauth'],
  ['6, token endpoint', 'refresh', oauth(400, 'invalid_request', 'Value passed for the token was invalid.'), 'reauth'],
  ['6, token endpoint', 'refresh', oauth(400, 'invalid_request', 'Missing required parameter [x].'), 'retry call'],
  ['6, token endpoint', 'refresh', oauth(400, 'invalid_grant', 'No more.'), 'reauth'],
  [
    '6, token endpoint',
    'connect',
    oauth(400, 'invalid_request', 'Value passed for the authorization code was invalid.'),
    'reauth',
  ],
  ['6, token endpoint', 'connect', oauth(400, 'invalid_grant', 'The code was used before.'), 'reauth'],
  [
    '6, token endpoint',
    'refresh',
    oauth(401, 'unauthorized_client', 'Missing valid authorization header'),
    'operator app_unknown',
  ],
  ['6, token endpoint', 'connect', oauth(401, 'invalid_client', 'Unknown.'), 'operator app_unknown'],
  ['6, 402', 'post', problem(402, 'credits', { title: 'CreditsDepleted' }), 'operator app_credits_used'],
  ['6, 402', 'upload', answered(402, ''), 'operator app_credits_used'],
  [
    '6, duplicate',
    'post',
    responded(403, 'You are not allowed to create a Tweet with duplicate content.'),
    'refused duplicate_text',
  ],
  [
    '6, duplicate',
    'comment',
    responded(403, 'You are not allowed to create a Post with duplicate content.'),
    'refused duplicate_text',
  ],
  ['6, legacy 187', 'post', legacy(403, 187, 'Status is a duplicate.'), 'refused duplicate_text'],
  [
    '6, duplicate → recovery lookup',
    'post',
    { ...responded(403, 'You are not allowed to create a Tweet with duplicate content.'), code: 'tried_before' },
    'doubt',
  ],
  [
    '6, not permitted',
    'post',
    responded(403, 'You are not permitted to perform this action.'),
    'refused not_permitted',
  ],
  [
    '6, about:blank on upload',
    'upload',
    answered(403, { title: 'Forbidden', type: 'about:blank', status: 403 }),
    'reauth permission_missing',
  ],
  [
    '6, about:blank on upload',
    'append',
    answered(403, { title: 'Forbidden', type: 'about:blank', status: 403 }),
    'reauth permission_missing',
  ],
  [
    '6, client-forbidden',
    'post',
    problem(403, 'client-forbidden', { reason: 'client-not-enrolled' }),
    'operator app_not_allowed',
  ],
  ['6, client-forbidden', 'post', problem(403, 'client-forbidden'), 'operator app_not_allowed'],
  [
    '6, user-suspended',
    'post',
    problem(403, 'user-suspended', { detail: 'Your account is suspended.' }),
    'reauth at once',
  ],
  ['6, legacy, suspended', 'post', legacy(403, 64, 'Your account is suspended.'), 'reauth at once'],
  ['6, legacy 326', 'post', legacy(403, 326, 'this account is temporarily locked.'), 'reauth at once'],
  ['6, cashtag', 'post', responded(403, 'Posts may contain a maximum of one cashtag.'), 'refused cashtags_too_many'],
  ['6, 4 items', 'post', invalid('$.media.media_ids: there must be a maximum of 4 items'), 'refused media_too_many'],
  ['6, invalid URL', 'post', responded(400, 'The Tweet contains an invalid URL.'), 'refused link_invalid'],
  [
    '6, 2 minutes',
    'post',
    responded(403, 'This user is not allowed to post a video longer than 2 minutes'),
    'refused video_too_long',
  ],
  [
    '6, feature',
    'post',
    responded(403, 'Your account is not permitted to access this feature'),
    'refused feature_not_permitted',
  ],
  [
    '6, text too long',
    'post',
    responded(400, 'Your Tweet text is too long. For more information'),
    'refused text_too_long',
  ],
  ['6, legacy 186', 'post', legacy(403, 186, 'Too long.'), 'refused text_too_long'],
  [
    '2, mentions',
    'post',
    responded(403, 'Creating posts with @mentions is not allowed for your access package'),
    'refused mentions_not_allowed',
  ],
  [
    '2, replies',
    'comment',
    responded(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
    'refused reply_target_gone',
  ],
  [
    '2, replies, of the inbox',
    'post',
    {
      ...responded(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'),
      code: answeredMissing,
    },
    'refused answered_gone',
  ],
  [
    'X docs, hide replies: not the account’s conversation',
    'hide',
    responded(403, 'You are not allowed to hide or unhide this reply.'),
    'refused refused_by_network',
  ],
  [
    'X docs, hide replies: invalid',
    'hide',
    responded(400, 'One or more parameters to your request was invalid.'),
    'refused refused_by_network',
  ],
  [
    '2, replies, right after a part',
    'post',
    { ...responded(403, 'You attempted to reply to a Tweet that is deleted or not visible to you.'), code: 'young' },
    'retry not_shown_yet call',
  ],
  [
    '2, replies, not allowed',
    'post',
    {
      ...responded(403, 'Reply to this conversation is not allowed because you have not been mentioned.'),
      code: 'young',
    },
    'refused reply_not_allowed',
  ],
  ['4, invalid characters', 'post', invalid('The Tweet contains invalid characters.'), 'refused signs_not_allowed'],
  [
    '5, posts without counters',
    'metrics',
    answered(200, { data: [{ id: '1' }] }, { code: noCounters }),
    'operator version_ended',
  ],
  [
    '5, posts without links',
    'readBack',
    answered(200, { data: [{ id: '1' }] }, { code: noLinks }),
    'operator version_ended',
  ],
  ['6, usage-capped', 'post', problem(429, 'usage-capped', { title: 'UsageCapExceeded' }), 'retry app_plan_used app'],
  ['6, rate-limit-exceeded', 'post', problem(429, 'rate-limit-exceeded'), 'as everywhere'],
  ['6, 5xx', 'post', answered(503, { title: 'Service Unavailable', status: 503 }), 'as everywhere'],
  ['6, 5xx', 'upload', answered(500, '<html>no</html>'), 'as everywhere'],
  ['6, 5xx', 'post', answered(502, ''), 'as everywhere'],
  ['3, processing', 'wait', { ...answered(200, failed), code: 'processing_failed' }, 'refused media_processing_failed'],
  ['3, file lifetime', 'post', invalid('Your media IDs are invalid.'), 'again afresh'],
  ['3, file lifetime', 'append', answered(404, { title: 'Not Found Error', detail: 'Not here.' }), 'again resend'],
  ['3, file lifetime', 'finalize', invalid('Segments do not add up to provided total file size.'), 'again resend'],
  ['3, initialize', 'upload', invalid('File size exceeds 5242880 bytes.'), 'refused media_refused'],
  ['3, append', 'append', answered(413, { title: 'Request Entity Too Large' }), 'refused media_too_large'],
  ['3, alt text', 'describe', invalid('$.metadata.alt_text.text: too long'), 'refused alt_text_refused'],
  ['6, other', 'post', invalid('$.text: is wrong'), 'refused refused_by_network'],
  ['6, other', 'post', responded(403, 'You are not allowed to do that.'), 'refused refused_by_network'],
  ['6, a proxy', 'post', answered(403, '<html>Just a moment</html>'), 'retry call'],
]

for (const [line, step, failure, verdict] of recorded)
  test(`X ${line}: at ${step}, ${failure.status} ${failure.body.slice(0, 90)} is ${verdict}`, () => {
    assert.equal(shortOf(judge(failure, step, now)), verdict)
  })

test('each row of the table is covered by a recorded body', () => {
  const met = new Set<number>()
  for (const [, step, failure] of recorded) {
    const parsed = parse(failure)
    assert.ok(parsed)
    const at = rows.findIndex(
      ({ when, on }) =>
        (on === undefined || on.includes(step)) &&
        Object.entries(when).every(([name, value]) => parsed[name as keyof typeof parsed] === value),
    )
    if (at >= 0) met.add(at)
  }
  assert.deepEqual(
    rows.filter((_, at) => !met.has(at)).map(({ when }) => when),
    [],
  )
})

test('neither an app’s problem nor a temporary failure requires reconnecting the account', () => {
  for (let status = 200; status < 600; status += 1) {
    if (status === 401) continue
    for (const step of ['connect', 'refresh', 'whoami', 'append', 'post']) {
      const failure = answered(status, {})
      const verdict = judge(failure, step, now) ?? defaultVerdict(failure, 'safe', now)
      assert.notEqual(verdict.is, 'reauth', `${status} at ${step}`)
    }
  }
})

test('a rate limit ends at the time in the exhausted window’s header', () => {
  const meant = (headers: Readonly<Record<string, string>>) => {
    const verdict = judge(answered(429, { title: 'Too Many Requests' }, { headers }), 'post', now)
    return verdict?.is === 'retry' ? [verdict.of, verdict.until?.toISOString()] : verdict
  }
  const window = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '1799842500' }
  assert.deepEqual(meant(window), ['account', '2027-01-13T12:15:00.000Z'])
  const day = { 'x-user-limit-24hour-remaining': '0', 'x-user-limit-24hour-reset': '1799884800' }
  assert.deepEqual(meant({ ...window, ...day }), ['account', '2027-01-14T00:00:00.000Z'])
  const left = { 'x-app-limit-24hour-remaining': '9', 'x-app-limit-24hour-reset': '1799884800' }
  assert.deepEqual(meant({ ...window, ...left }), ['account', '2027-01-13T12:15:00.000Z'])
  assert.deepEqual(meant({ ...window, ...left, 'x-app-limit-24hour-remaining': '0' }), [
    'app',
    '2027-01-14T00:00:00.000Z',
  ])
  // Without the window's own header the default verdict reads `Retry-After`.
  assert.equal(meant({ 'retry-after': '90' }), null)
})

test('an exhausted monthly quota is checked daily, not after the 15-minute window', () => {
  const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '1799842500' }
  const verdict = judge(answered(429, { type: 'https://api.x.com/2/problems/usage-capped' }, { headers }), 'post', now)
  assert.ok(verdict?.is === 'retry')
  assert.deepEqual([verdict.of, verdict.until], ['app', new Date('2027-01-14T00:00:00.000Z')])
})

test('a refused reply names the rule of X’s self-serve plans', () => {
  const refusal = 'Reply to this conversation is not allowed because you have not been mentioned.'
  const verdict = judge(responded(403, refusal), 'post', now)
  assert.ok(verdict?.is === 'refused')
  assert.match(verdict.why, /only to a post whose author mentions the account or quotes one of its posts/)
})

test('an incomplete response is never interpreted', () => {
  const cut: Failure = {
    ...responded(403, 'You are not allowed to create a Tweet with duplicate content.'),
    sent: 'maybe',
  }
  assert.equal(judge(cut, 'post', now), null)
  assert.equal(isDuplicate(cut), false)
})
