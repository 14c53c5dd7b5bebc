import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, minutes } from '../../../core/kit/clock.ts'
import { allScopes, type OnPinterest, redirectUri, startPinterest } from './kit.ts'

const whoHas = async (on: OnPinterest, token: string) => {
  const { status, body } = await on.call('GET', '/user_account', { token })
  return status === 200 ? body.username : status
}

test('pinterest.md 1: a person authorizes an app; its token lasts 30 days, its refresh token 60', async () => {
  await using on = await startPinterest()
  const { back } = await on.authorize()
  assert.equal(back?.get('state'), 's&1')
  const { status, body } = await on.exchange(back?.get('code') ?? '')
  assert.deepEqual(
    [status, body.token_type, body.expires_in, body.refresh_token_expires_in, body.scope],
    [200, 'bearer', 2_592_000, 5_184_000, allScopes.replaceAll(',', ' ')],
  )
  assert.match(`${body.access_token} ${body.refresh_token}`, /^pina_\S+ pinr_\S+$/)
  assert.equal(await whoHas(on, body.access_token), 'alice')
  on.later(days(59))
  const { body: next } = await on.refresh(body.refresh_token)
  assert.equal(await whoHas(on, next.access_token), 'alice')
  on.later(days(60))
  assert.equal((await on.refresh(next.refresh_token)).status, 400)
})

test('pinterest.md 1 Refresh: a renewal invalidates the old refresh token; without rotation it stays valid', async () => {
  await using on = await startPinterest()
  const first = await on.connect()
  const { body: second } = await on.refresh(first.refresh)
  assert.notEqual(second.refresh_token, first.refresh)
  assert.equal((await on.refresh(first.refresh)).status, 400)
  await on.settings({ rotates: false, refusedGrant: 401 })
  assert.equal('refresh_token' in (await on.refresh(second.refresh_token)).body, false)
  assert.equal((await on.refresh(second.refresh_token)).status, 200)
  assert.equal((await on.refresh(first.refresh)).status, 401)
  assert.equal((await on.refresh(second.refresh_token, { scope: 'pins:read_secret' })).status, 400)
})

test('pinterest.md 1: an old app is renewed indefinitely only if it requests this', async () => {
  await using on = await startPinterest()
  await on.settings({ alwaysContinuous: false })
  assert.equal('refresh_token' in (await on.exchange(await on.codeOf())).body, false)
  assert.equal('refresh_token' in (await on.exchange(await on.codeOf(), { continuous_refresh: 'true' })).body, true)
})

test('pinterest.md 1: a code is valid once, for ten minutes, for the URL that it was requested for', async () => {
  await using on = await startPinterest()
  const used = await on.codeOf()
  assert.equal((await on.exchange(used)).status, 200)
  const late = await on.codeOf()
  on.later(minutes(10))
  for (const ask of [
    () => on.exchange(used),
    () => on.exchange('guessed'),
    () => on.exchange(late),
    async () => on.exchange(await on.codeOf(), { redirect_uri: `${redirectUri}/` }),
  ])
    assert.equal((await ask()).status, 400)
})

test('an invalid request is shown to the person; Cancel denies access; a person can grant fewer scopes', async () => {
  await using on = await startPinterest()
  for (const wrong of [
    { client_id: 'unknown' },
    { redirect_uri: 'app.example/back' },
    { redirect_uri: 'javascript:alert(1)' },
    { response_type: 'token' },
    { scope: '' },
    { scope: 'everything' },
  ]) {
    const { status, location } = await on.authorize(wrong)
    assert.deepEqual([status, location], [400, null], JSON.stringify(wrong))
  }
  assert.equal((await on.authorize({ approve: '0' })).back?.get('error'), 'access_denied')
  const { body } = await on.exchange(await on.codeOf({ scopes: 'pins:read' }))
  assert.equal(body.scope, 'pins:read')
  const page = await on.authorize({ approve: '', login: '' })
  for (const name of ['Alice', 'Bob', 'Carla']) assert.match(page.body, new RegExp(`Give access as ${name}`))
})

test('tokens and boards survive a restart, but tokens are invalid after a reset or with another seed', async () => {
  const before = await startPinterest()
  const kept = await before.connect('user-7')
  const [board] = await before.boards('user-7')
  await before.sandbox.close()
  await using on = await startPinterest()
  assert.equal(await whoHas(on, kept.access), 'user_7')
  const { body: next } = await on.refresh(kept.refresh)
  const { body } = await on.call('GET', `/boards/${board?.id}/pins`, { token: next.access_token })
  assert.deepEqual(body.items, [])
  await using other = await startPinterest({ seed: 'another' })
  assert.equal(await whoHas(other, kept.access), 401)
  await on.act('user-7', 'revoke_access')
  assert.equal(await whoHas(on, next.access_token), 401)
  const fresh = await on.connect('user-7')
  on.sandbox.reset()
  assert.equal(await whoHas(on, fresh.access), 401)
})
