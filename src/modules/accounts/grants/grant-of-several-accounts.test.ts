import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AccountId, fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { callbackUrlOf, connectHeadless } from '#test/world/oauth.ts'
import { makeProfile } from '#test/world/people.ts'
import { liveGrant } from './live-grant.ts'
import { readGrantOfAccount } from './store.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
})
after(() => t[Symbol.asyncDispose]())

/** Connects a LinkedIn member and an organization through one consent, which LinkedIn renews for partners. */
async function connectTwo(): Promise<[AccountId, AccountId]> {
  const person = await t.as('ada')
  const profileId = await makeProfile(person)
  t.sandbox.network('linkedin').settings?.change({ partner: true, callbacks: [callbackUrlOf(t, 'linkedin')] })
  const { body } = await connectHeadless(t, person, 'linkedin', profileId, { login: 'alice' })
  const ids: AccountId[] = []
  for (const { id: pageId } of body.pages.slice(0, 2)) {
    const connected = await person.post('/v1/platforms/linkedin/connect-page', { profileId, pageId })
    assert.equal(connected.status, 201, connected.text)
    ids.push(fromWire('acc', connected.body.id)!)
  }
  return [ids[0]!, ids[1]!]
}

test('a rejected renewal disconnects the account that requested it, and immediately releases the grant for the others', async () => {
  const [first, second] = await connectTwo()
  t.sandbox.faults.add({ network: 'linkedin', call: 'token', kind: 'revoked_token', times: 1 })
  assert.ok('lost' in (await liveGrant(t.deps, first, { refreshIfOlderThan: 1 })))
  const grant = await readGrantOfAccount(t.db, second)
  assert.deepEqual([grant?.accountStatus, grant?.status, grant?.version], ['active', 'active', 1])
  assert.equal(grant?.refreshingHolder, null)
  // Time stands still here, so a lease that is still held would never expire.
  const live = await liveGrant(t.deps, second, { refreshIfOlderThan: 1 })
  assert.ok('grant' in live, JSON.stringify(live))
  assert.equal(live.version, 2)
})
