import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { callRow } from './call-row.ts'
import { table } from './table.ts'
import { makeWorld, type World } from './world.ts'

/** Calls every operation as a guest, whose link is a credential for the pages of guests only. */
let t: TestApp
let world: World
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  world = await makeWorld(t)
})
after(() => t[Symbol.asyncDispose]())

test('401: the token of a guest’s link is not a credential for any operation', async () => {
  const guest = t.withToken(world.guestToken)
  let count = 0
  for (const route of routesOf(t.app)) {
    const row = table[route.operationId ?? '']
    if (!row || route.method === 'HEAD') continue
    const anyone = await callRow(t.anyone, world, route, row)
    if (anyone.status !== 401) continue
    const { status, text } = await callRow(guest, world, route, row)
    assert.equal(status, 401, `${route.operationId}: ${text}`)
    count += 1
  }
  assert.ok(count > 150, `${count} operations`)
})

test('404: a guest’s link opens neither drafts nor posts of other profiles, and the link of one guest not that of another', async () => {
  const path = `/v1/portal/${world.guestToken}`
  for (const id of [world.postId, world.draftId, world.hiddenPostId]) {
    assert.equal((await t.anyone.get(`${path}/posts/${id}`)).status, 404)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [deed, body] of [
      ['approve', `contentHash=${'0'.repeat(64)}`],
      ['changes', `contentHash=${'0'.repeat(64)}&text=No`],
      ['comments', 'text=Hello'],
    ]) {
      const answer = await fetch(`${t.url}${path}/posts/${id}/${deed}`, { method: 'POST', headers, body: body! })
      assert.equal(answer.status, 404, `${deed}: ${await answer.text()}`)
    }
  }
  for (const foreign of [world.guestToken.slice(0, -1), `${world.guestToken}x`, world.guestId])
    assert.equal((await t.anyone.get(`/v1/portal/${foreign}`)).status, 404)
})
