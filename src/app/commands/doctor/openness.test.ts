import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRoom } from '#test/harness/process.ts'
import { loadConfig } from '../../config.ts'
import { examineOpenness } from './openness.ts'

const publicUrl = 'https://posts.example.com'
const found = (settings: Record<string, string>) =>
  examineOpenness(loadConfig(settings)).map(({ check, ok, isWarning = false }) => [check, ok, isWarning])

test('an installation that others can reach must not have open sign-up or the sandbox', () => {
  assert.deepEqual(found({ SIGN_UP: 'open', SANDBOX: 'on' }), [['sign-up', true, false]])
  for (const reach of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback' }]) {
    assert.deepEqual(found({ ...reach }), [['sign-up', true, false]])
    assert.deepEqual(found({ ...reach, SIGN_UP: 'open', SANDBOX: 'on' }), [
      ['sign-up', false, false],
      ['sandbox', false, false],
    ])
  }
})

test('posthorn doctor fails for a public URL with open sign-up, and warns if TRUST_PROXY is not set', async () => {
  await using room = await openRoom({
    DATABASE_URL: 'postgres://posthorn@127.0.0.1:1/none',
    SECRET_KEY: '55'.repeat(32),
  })
  const [open, plain] = await Promise.all([
    room.ask(['doctor'], { PUBLIC_URL: publicUrl, SIGN_UP: 'open', SANDBOX: 'on' }),
    room.ask(['doctor'], { PUBLIC_URL: publicUrl }),
  ])
  assert.match(open.out, /^FAULT sign-up +Anyone who can reach https:\/\/posts\.example\.com can create an account\.$/m)
  assert.match(open.out, /^FAULT sandbox +The sandbox is on and .* reachable by others.*\n +Set SANDBOX=off/m)
  assert.equal(open.status, 1)
  assert.match(plain.out, /^ok +sign-up +New accounts: invite\.$/m)
  assert.match(plain.out, /^WARN +proxy .* TRUST_PROXY is not set.*\n +Set TRUST_PROXY=loopback/m)
  assert.doesNotMatch(plain.out, /sandbox +The sandbox is on/)
})
