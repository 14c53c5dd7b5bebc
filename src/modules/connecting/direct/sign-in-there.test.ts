import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromWire } from '#kernel/ids.ts'
import { liveGrant } from '#modules/accounts/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'

/** Tests of Bluesky sign-ins and the resulting sessions. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

let people = 0

/** Creates a user with a profile, and picks a sandbox person that no other test connects. */
async function someone(): Promise<{ person: Person; profileId: string; identifier: string }> {
  people += 1
  const person = await t.as(`person${people}`)
  const { body } = await person.post('/v1/profiles', { name: 'Harbour' })
  return { person, profileId: body.id, identifier: `user-${people}.sandbox` }
}

const connect = (person: Person, profileId: string, identifier: string, more: object = {}) => {
  const appPassword = 'sand-boxx-pass-word'
  return person.post('/v1/platforms/bluesky/connect', { profileId, identifier, appPassword, ...more })
}

test('201: connecting an account with its main password returns a warning about the risk', async () => {
  const { person, profileId, identifier } = await someone()
  const { status, body } = await connect(person, profileId, identifier, { appPassword: 'sandbox-main-password' })
  assert.deepEqual([status, body.scopes], [201, ['com.atproto.access']])
  assert.match(body.warnings.join(), /main password.*deleting the account.*app password/)
  assert.deepEqual((await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body, [body])
})

test('201: an empty server name is treated as omitted', async () => {
  const { person, profileId, identifier } = await someone()
  assert.equal((await connect(person, profileId, identifier, { pdsUrl: ' ' })).status, 201)
  const wrong = await connect(person, profileId, identifier, { pdsUrl: 'no server' })
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, '/pdsUrl'])
})

test('a replaced session is revoked at the network, and so is a session that connected no account', async () => {
  const { person, profileId, identifier } = await someone()
  const other = await someone()
  const grantOf = async (id: string) => {
    const live = await liveGrant(t.deps, fromWire('acc', id)!)
    assert.ok('grant' in live)
    return live.grant
  }
  const isAlive = async ({ refreshJwt }: Awaited<ReturnType<typeof grantOf>>) => {
    const nsid = 'com.atproto.server.refreshSession'
    const headers = { authorization: `Bearer ${String(refreshJwt)}` }
    return (await fetch(`${t.sandbox.url}/bluesky/xrpc/${nsid}`, { method: 'POST', headers })).ok
  }
  const ended = () =>
    t.sandbox.calls.list({ network: 'bluesky', after: seen }).calls.filter(({ call }) => call === 'deleteSession')
  const { body: account } = await connect(person, profileId, identifier)
  const first = await grantOf(account.id)
  await t.settle()
  const seen = t.sandbox.calls.total
  await connect(person, profileId, identifier)
  await t.settle()
  const second = await grantOf(account.id)
  assert.deepEqual([await isAlive(first), await isAlive(second), ended().length], [false, true, 1])

  assert.equal((await connect(other.person, other.profileId, identifier)).body.code, 'account_in_use')
  assert.equal(ended().length, 2)

  // A new connection before the network was notified: the old session still ends, and the new one stays.
  await person.delete(`/v1/connections/${account.id}`)
  await connect(person, profileId, identifier)
  await t.settle()
  const third = await grantOf(account.id)
  assert.deepEqual([await isAlive(second), await isAlive(third)], [false, true])
  await person.delete(`/v1/connections/${account.id}`)
  await t.settle()
  assert.equal(await isAlive(third), false)
})
