import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { loadConfig } from '#test/harness/app.ts'
import { readMetaRequest } from './handle-meta-request.ts'

const config = loadConfig({
  SANDBOX: 'on',
  FACEBOOK_CLIENT_ID: 'ours',
  FACEBOOK_CLIENT_SECRET: 'secret-of-facebook',
  THREADS_CLIENT_ID: 'ours-too',
  THREADS_CLIENT_SECRET: 'secret-of-threads',
  INSTAGRAM_CLIENT_ID: 'ours-as-well',
  INSTAGRAM_CLIENT_SECRET: 'secret-of-instagram',
})

function signedWith(secret: string): string {
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: '10223' })).toString('base64url')
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`
}

test('each app of Meta’s group covers its users on all of the group’s networks, within its mode', () => {
  const everywhere = (mode: string) =>
    ['facebook', 'threads', 'instagram'].map((network) => ({ network, mode, principal: '10223' }))
  for (const secret of ['secret-of-facebook', 'secret-of-threads', 'secret-of-instagram'])
    assert.deepEqual(readMetaRequest({ config }, signedWith(secret))?.granters, everywhere('live'))
  const sandboxed = loadConfig({ SANDBOX: 'on' })
  assert.deepEqual(
    readMetaRequest({ config: sandboxed }, signedWith('sandbox-app-secret'))?.granters,
    everywhere('sandbox'),
  )
  assert.equal(readMetaRequest({ config }, signedWith('sandbox-app-secret')), null)
  assert.equal(readMetaRequest({ config }, signedWith('a guess')), null)
})
