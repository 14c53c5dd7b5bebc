import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '#infra/config/load.ts'
import { connectors } from '../connectors.ts'
import { examineNetworks } from './network-callbacks.ts'

const apps = {
  NET_B_CLIENT_ID: 'ours',
  NET_B_CLIENT_SECRET: 'secret-b',
  NET_B_VERIFY_TOKEN: 'token-b',
  NET_D_CLIENT_ID: 'ours',
  NET_D_CLIENT_SECRET: 'secret-d',
}
const found = (settings: Record<string, string>) =>
  new Map(examineNetworks(loadConfig(settings), connectors).map((finding) => [finding.check, finding]))

test('the addresses to register are told for each network with an app, Meta’s callbacks among them', () => {
  const all = found({ ...apps, PUBLIC_URL: 'https://posts.example.com/' })
  assert.deepEqual(all.get('net-b'), {
    check: 'net-b',
    ok: true,
    detail:
      'To be registered at Facebook: callback https://posts.example.com/v1/oauth/callback/net-b, ' +
      'webhooks https://posts.example.com/v1/connections/webhooks/net-b, ' +
      'deauthorize https://posts.example.com/v1/platforms/netgroup/deauthorize, ' +
      'data deletion https://posts.example.com/v1/platforms/netgroup/data-deletion.',
  })
  assert.match(all.get('net-d')!.detail, /callback https:\/\/posts\.example\.com\/v1\/oauth\/callback\/net-d\.$/)
  assert.ok(!JSON.stringify([...all.values()]).includes('secret-'))
})

test('a PUBLIC_URL to which a network sends nobody back is a fault, with what would be right', () => {
  const plain = found({ ...apps, PUBLIC_URL: 'http://posts.example.com' })
  assert.equal(plain.get('net-b')!.ok, false)
  assert.match(plain.get('net-b')!.detail, /over https alone/)
  assert.match(plain.get('net-b')!.remedy!, /^Set PUBLIC_URL/)
  const local = found({ ...apps, PUBLIC_URL: 'http://localhost:4000' })
  assert.equal(local.get('net-d')!.ok, false)
  assert.match(local.get('net-d')!.detail, /nobody back to localhost/)
  assert.equal(local.get('net-b')!.ok, true)
  assert.equal(found({ ...apps, PUBLIC_URL: 'http://127.0.0.1:4000' }).get('net-d')!.ok, true)
})

test('in the sandbox nothing has to be registered; without an app and without the sandbox the network is off', () => {
  assert.match(found({ SANDBOX: 'on' }).get('net-d')!.detail, /in the sandbox/)
  const off = found({ SANDBOX: 'off' }).get('net-d')!
  assert.equal(off.ok, true)
  assert.match(off.detail, /NET_D_CLIENT_ID and NET_D_CLIENT_SECRET turn it on/)
})
