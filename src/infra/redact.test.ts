import { test } from 'node:test'
import { demandLinear, repeated } from '#test/growth.ts'
import { redactText, redactUrl } from './redact.ts'

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

test('the time to redact a text or an address grows with its length, whatever it holds', () => {
  for (const [piece, end, begin] of shapes) {
    const name = JSON.stringify(`${begin}${piece}…${end}`)
    demandLinear(name, repeated(piece, end, begin), redactText)
    demandLinear(`/?a=${name}`, repeated(piece, end, `/?a=${begin}`), redactUrl)
  }
})
