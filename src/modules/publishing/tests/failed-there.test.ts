import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openFront } from '#test/kinds/front.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, makeProfile } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { withKey } from '#test/world/posts.ts'

/** TikTok accepts images in a visible call, and reports a failed post only later. */
let t: TestApp
let front: Awaited<ReturnType<typeof openFront>>
let picture: string
let ada: Client
before(async () => {
  // TikTok fetches the images from here.
  front = await openFront()
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: front.url } })
  front.leadTo(t.url)
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  ada = await withKey(t, await t.as('root'), scopes)
  const sent = { file: await plain(400, 400).jpeg().toBuffer(), fileName: 'pier.jpg' }
  picture = done(await ada.upload('/v1/media/upload', sent)).body.storagePath
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await front[Symbol.asyncDispose]()
})

const settings = { privacyLevel: 'PUBLIC_TO_EVERYONE', allowComment: true, disclosure: 'none', autoAddMusic: false }

/** Publishes a post until it has failed. Each post that TikTok begins in the meantime fails there for this reason. */
async function failing(login: string, reason: string) {
  const profileId = await makeProfile(ada, login)
  done(await connectHeadless(t, ada, 'tiktok', profileId, { login }))
  const fails = () => t.sandbox.network('tiktok').acts.fail_next?.(login, { reason })
  await fails()
  const draft = {
    profileId,
    platforms: ['tiktok'],
    content: 'The pier',
    media: [{ storagePath: picture }],
    settings: { tiktok: settings },
  }
  const { id } = done(await ada.post('/v1/posts', draft), 201).body
  const target = async () => (await ada.get(`/v1/posts/${id}`)).body.targets[0]
  const begun: Date[] = []
  for (let turns = 0; turns < 40 && !['failed', 'unknown'].includes((await target()).status); turns += 1) {
    const before = beginnings(login)
    await t.advance(minutes(10))
    for (let nth = before; nth < beginnings(login); nth += 1) begun.push(t.now())
    await fails()
  }
  return { target: await target(), begun, seen: t.sandbox.ledger.entries({ network: 'tiktok', account: login }) }
}

const beginnings = (login: string): number =>
  t.sandbox.calls.list({ network: 'tiktok', account: login }).calls.filter(({ call }) => call === 'initPhotos').length

test('content that the network accepted and then reports as failed counts as failed, with the network’s reason', async () => {
  const { target, seen } = await failing('user-1', 'picture_size_check_failed')
  assert.deepEqual([target.status, target.errorCode, target.retryable], ['failed', 'media_too_large', false])
  assert.match(target.error, /1080p/)
  assert.equal(beginnings('user-1'), 1)
  assert.deepEqual(seen, [])
})

test('content that fails because of the network is sent again with growing delays, and finally fails', async () => {
  const { target, begun, seen } = await failing('user-2', 'internal')
  assert.deepEqual([target.status, target.errorCode, target.retryable], ['failed', 'network_forgot', true])
  assert.equal(beginnings('user-2'), 6)
  const [beforeLast, last] = begun.slice(-2)
  assert.ok(beforeLast && last && last.getTime() - beforeLast.getTime() >= minutes(30), String(begun))
  assert.deepEqual(seen, [])
})
