import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeated, requireLinear } from '#test/hostile/growth.ts'
import { redactAnswer, redactText, redactUrl } from './redact.ts'

const shapes = [
  ['\\', '', 'token'],
  ['\\', '"', 'key token='],
  ['\\"', '', 'token='],
  ['"', '', 'code'],
  ['token', '', ''],
  ['token ', '', ''],
  ['token-', '', ''],
  ['code', '', '&'],
  ['&code=', '', ''],
  [' ', '', 'cookie'],
  [' ', '', 'cookie:'],
  ['cookie', '', ''],
  ['P/SMTP://:', '', ''],
  ['smtp://a:', '', ''],
  ['a+', '', 'key '],
  ['a.b://', '', ''],
  ['https://', '', ''],
  ['https://a', '', ''],
  ['0', '', 'key '],
  ['000000:', '', ''],
  ['eyJaaaa.', '', ''],
  ['eyJ', '', ''],
  ['A ', '', '-----BEGIN '],
  ['-----BEGIN ', '', ''],
  ['-----BEGIN PRIVATE KEY-----', '', ''],
  ['-----END ', '', '-----BEGIN PRIVATE KEY-----'],
  ['Basic ', '', ''],
  ['xoxb-', '', ''],
] as const

test('the time to redact any text or URL grows linearly with its length', () => {
  for (const [piece, end, begin] of shapes) {
    const name = JSON.stringify(`${begin}${piece}…${end}`)
    requireLinear(name, repeated(piece, end, begin), redactText)
    requireLinear(`answer ${name}`, repeated(piece, end, begin), redactAnswer)
    requireLinear(`/?a=${name}`, repeated(piece, end, `/?a=${begin}`), redactUrl)
  }
})

/** Error responses in the form that networks send them. */
const answers = [
  '{"error":{"message":"Invalid parameter","type":"OAuthException","code":100,"error_subcode":33,"fbtrace_id":"A1b"}}',
  '{"status":422,"code":"DUPLICATE_POST","message":"Content is a duplicate","serviceErrorCode":65604}',
  '{"error":{"code":"spam_risk_too_many_posts","message":"Too many","log_id":"2027"}}',
  '{"code": 29, "message": "Not permitted."}',
  '{"inner":"{\\"code\\":190,\\"error_code\\":\\"expired\\"}"}',
]

test('the body of a network’s response keeps its codes', () => {
  for (const answer of answers) assert.equal(redactAnswer(answer), answer)
})

test('the body of a network’s response loses credentials, whatever their name', () => {
  for (const secret of ['AQDx-9f8e7d6c5b4a', '4/0AbCdEf123', 'eyJhbGciOi.eyJzdWIiOi.c2ln', '0123456789abcdef']) {
    for (const name of [
      'code',
      'auth_code',
      'authorization_code',
      'device_code',
      'state',
      'access_token',
      'error_code',
    ]) {
      const clean = redactAnswer(JSON.stringify({ [name]: secret, message: 'no' }))
      assert.ok(!clean.includes(secret), clean)
      assert.ok(clean.includes('"message":"no"'), clean)
    }
  }
  for (const name of ['auth_code', 'mfaCode', 'state', 'password'])
    assert.ok(!redactAnswer(JSON.stringify({ [name]: 123456 })).includes('123456'), name)
})

test('codes are masked everywhere else', () => {
  assert.equal(redactText('{"code":123456}'), '{"code":***}')
})
