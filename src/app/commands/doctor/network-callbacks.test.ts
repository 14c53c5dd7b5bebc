import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../../config.ts'
import { connectors } from '../../connectors.ts'
import { examineNetworks } from './network-callbacks.ts'

const apps = {
  FACEBOOK_CLIENT_ID: 'ours',
  FACEBOOK_CLIENT_SECRET: 'secret-b',
  FACEBOOK_VERIFY_TOKEN: 'token-b',
  X_CLIENT_ID: 'ours',
  X_CLIENT_SECRET: 'secret-d',
}
const found = (settings: Record<string, string>) =>
  new Map(examineNetworks(loadConfig(settings), connectors).map((finding) => [finding.check, finding]))

test('lists the URLs to register for each network with an app, including Meta’s callbacks', () => {
  const all = found({ ...apps, PUBLIC_URL: 'https://posts.example.com/' })
  assert.deepEqual(all.get('facebook'), {
    check: 'facebook',
    ok: true,
    detail:
      'Register these URLs at Facebook: callback https://posts.example.com/v1/oauth/callback/facebook, ' +
      'webhooks https://posts.example.com/v1/connections/webhooks/facebook, ' +
      'deauthorize https://posts.example.com/v1/platforms/netgroup/deauthorize, ' +
      'data deletion https://posts.example.com/v1/platforms/netgroup/data-deletion.',
  })
  assert.match(all.get('x')!.detail, /callback https:\/\/posts\.example\.com\/v1\/oauth\/callback\/x\.$/)
  assert.ok(!JSON.stringify([...all.values()]).includes('secret-'))
})

test('a PUBLIC_URL that a network does not redirect to is a problem with a remedy', () => {
  const plain = found({ ...apps, PUBLIC_URL: 'http://posts.example.com' })
  assert.equal(plain.get('facebook')!.ok, false)
  assert.match(plain.get('facebook')!.detail, /only redirects to https URLs/)
  assert.match(plain.get('facebook')!.remedy!, /^Set PUBLIC_URL/)
  const local = found({ ...apps, PUBLIC_URL: 'http://localhost:4000' })
  assert.equal(local.get('x')!.ok, false)
  assert.match(local.get('x')!.detail, /does not redirect to localhost/)
  assert.equal(local.get('facebook')!.ok, true)
  assert.equal(found({ ...apps, PUBLIC_URL: 'http://127.0.0.1:4000' }).get('x')!.ok, true)
})

test('the sandbox needs no registration; without an app or the sandbox, the network is off', () => {
  assert.match(found({ SANDBOX: 'on' }).get('x')!.detail, /in sandbox mode/)
  const off = found({ SANDBOX: 'off' }).get('x')!
  assert.equal(off.ok, true)
  assert.match(off.detail, /Set X_CLIENT_ID and X_CLIENT_SECRET to turn it on/)
})
