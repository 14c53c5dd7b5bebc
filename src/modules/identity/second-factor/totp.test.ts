import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeAt, matchingSteps, otpauthUrl, stepAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes match the test values of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  assert.deepEqual(
    codes.map((_, counter) => codeAt(secret, counter)),
    codes,
  )
})

test('codes match the last six digits of RFC 6238, appendix B', () => {
  const codes: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of codes) {
    const at = new Date(seconds * 1_000)
    assert.equal(codeAt(secret, stepAt(at)), code.slice(-6))
    assert.deepEqual(matchingSteps(secret, code.slice(-6), at), [stepAt(at)])
  }
})

test('a code matches in its own time step and the two adjacent ones, to the millisecond', () => {
  const step = 1_000
  const code = codeAt(secret, step)
  const steps = (ms: number) => matchingSteps(secret, code, new Date(ms))
  assert.deepEqual(steps((step - 1) * 30_000 - 1), [])
  assert.deepEqual(steps((step - 1) * 30_000), [step])
  assert.deepEqual(steps((step + 2) * 30_000 - 1), [step])
  assert.deepEqual(steps((step + 2) * 30_000), [])
})

test('text that is not six digits matches no time step', () => {
  for (const code of ['', '75522', '7552240', 'abcdef', '75522\u00e9'])
    assert.deepEqual(matchingSteps(secret, code, new Date(60_000)), [])
})

test('base32 matches the test values of RFC 4648, without padding', () => {
  const pairs = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [plain, text] of Object.entries(pairs)) assert.equal(base32(Buffer.from(plain)), text)
  assert.equal(base32(Buffer.alloc(20, 255)), '7'.repeat(32))
})

test('the otpauth URL encodes names with colons, spaces and any letters', () => {
  const url = new URL(otpauthUrl(secret, 'Posthorn a:b', 'ä &?@example.com'))
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(url.searchParams.get('secret'), base32(secret))
  assert.equal(url.searchParams.get('issuer'), 'Posthorn a:b')
  assert.deepEqual(
    url.pathname
      .replace(/^\/*(totp\/)?/, '')
      .split(':')
      .map(decodeURIComponent),
    ['Posthorn a:b', 'ä &?@example.com'],
  )
})
