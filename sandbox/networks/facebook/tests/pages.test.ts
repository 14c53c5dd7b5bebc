import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '../../../core/kit/clock.ts'
import { mp4, startFacebook, uploadOf } from './kit.ts'

test('pages are the accounts in the ledger, in faults and acts, and on the sandbox’s own pages', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  await page.post({ message: '<b>Fresh</b>', link: 'https://example.com/menu' })
  const open = async (path: string) => {
    const answer = await fetch(`${on.sandbox.url}${path}`)
    return { status: answer.status, html: await answer.text() }
  }
  const { html } = await open('/feed/facebook/alice-bakery')
  assert.match(html, /&lt;b&gt;Fresh&lt;\/b&gt;/)
  assert.match(html, /href="https:\/\/example.com\/menu"/)
  assert.match((await open('/')).html, /href="\/feed\/facebook\/carla-books"/)
  assert.equal((await open('/feed/facebook/zoe-bakery')).status, 404)
  await assert.rejects(on.fault({ kind: 'slow', account: 'alice-kiosk' }), /one of their pages, such as alice-bakery/)
  await on.fault({ kind: 'reject', account: 'alice-bakery' })
  const ofBob = await on.page('bob')
  assert.deepEqual(
    [(await page.post({ message: 'no' })).status, (await ofBob.post({ message: 'yes' })).status],
    [400, 200],
  )
})

test('numbered people have already authorized the app, and their pages accept posts immediately', async () => {
  await using on = await startFacebook()
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify({ network: 'facebook', count: 200 }) }
  const { accounts } = JSON.parse(await (await fetch(`${on.sandbox.url}/control/accounts`, request)).text())
  const last = accounts.at(-1)
  assert.deepEqual([accounts.length, last.account, last.pageId], [200, 'user-200-bakery', '105000000012000'])
  const { status } = await on.call('POST', `/${last.pageId}/feed`, {
    token: last.pageToken,
    form: { message: 'hello' },
  })
  assert.deepEqual([status, on.seen('user-200-bakery').length], [200, 1])
  const { data } = (await on.call('GET', '/me/accounts?fields=name,tasks', { token: last.userToken })).body
  assert.deepEqual(
    data.map(({ tasks }: { tasks: string[] }) => tasks.includes('CREATE_CONTENT')),
    [true, false],
  )
})

test('a fault delays one video and no others', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  await on.fault({ kind: 'slow_processing', times: 1, delayMs: 60_000 })
  const slow = (await page.upload('videos', uploadOf('source', mp4(540, 960), { description: 'slow' }))).body.id
  await page.upload('videos', uploadOf('source', mp4(540, 960), { description: 'usual' }))
  on.later(seconds(2))
  assert.deepEqual(
    on.seen('alice-bakery').map(({ text }) => text),
    ['usual'],
  )
  assert.equal((await page.get(`/${slow}?fields=status`)).body.status.video_status, 'processing')
  on.later(seconds(60))
  assert.deepEqual(
    on.seen('alice-bakery').map(({ text }) => text),
    ['usual', 'slow'],
  )
})

// facebook.md, 2.1: read-after-write; 9 Quirks 7.
test('a response has only the requested fields, and always the ID', async () => {
  await using on = await startFacebook()
  const page = await on.page()
  assert.deepEqual(Object.keys((await page.post({ message: 'a' })).body), ['id'])
  assert.deepEqual(Object.keys((await page.get(`/${page.id}?fields=name,picture.type(large){url}`)).body), [
    'name',
    'picture',
    'id',
  ])
  const { picture } = (await page.get(`/${page.id}?fields=picture.type(large){url}`)).body
  assert.deepEqual(Object.keys(picture.data), ['url'])
  assert.equal((await page.get(`/${page.id}?fields=name,picture{url`)).body.error.code, 100)
})
