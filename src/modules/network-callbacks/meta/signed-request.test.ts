import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { loadConfig } from '#test/harness/app.ts'
import { readMetaRequest } from './signed-request.ts'

const config = loadConfig({
  SANDBOX: 'on',
  FACEBOOK_CLIENT_ID: 'ours',
  FACEBOOK_CLIENT_SECRET: 'secret-of-facebook',
  THREADS_CLIENT_ID: 'ours-too',
  THREADS_CLIENT_SECRET: 'secret-of-threads',
})

function signedWith(secret: string): string {
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: '10223' })).toString('base64url')
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`
}

test('each app of Meta’s group speaks for its people on all of the group’s networks, within its mode', () => {
  const all = (mode: string, names: readonly string[]) =>
    names.map((network) => ({ network, mode, principal: '10223' }))
  for (const secret of ['secret-of-facebook', 'secret-of-threads'])
    assert.deepEqual(readMetaRequest({ config }, signedWith(secret))?.granters, all('live', ['facebook', 'threads']))
  const everywhere = all('sandbox', ['facebook', 'threads', 'instagram'])
  const sandboxed = loadConfig({ SANDBOX: 'on' })
  assert.deepEqual(readMetaRequest({ config: sandboxed }, signedWith('sandbox-app-secret'))?.granters, everywhere)
  assert.equal(readMetaRequest({ config }, signedWith('sandbox-app-secret')), null)
  assert.equal(readMetaRequest({ config }, signedWith('a guess')), null)
})
