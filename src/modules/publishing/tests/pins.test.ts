import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { hours } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, makeProfile } from '#test/world/people.ts'
import { noise, plain } from '#test/world/pictures.ts'
import { withKey } from '#test/world/posts.ts'

/** Features specific to Pinterest, from the API to its feed. */
let t: TestApp
let ada: Client
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  // An API key stays valid when time is moved.
  ada = await withKey(
    t,
    await t.as('root'),
    scopeNames.filter((name) => !name.startsWith('admin:')),
  )
})
after(() => t[Symbol.asyncDispose]())

const uploadOf = async (file: Buffer): Promise<string> =>
  done(await ada.upload('/v1/media/upload', { file, fileName: 'picture.png' })).body.storagePath

async function somebody(login: string) {
  const profileId = await makeProfile(ada, login)
  const { accountId } = done(await connectHeadless(t, ada, 'pinterest', profileId, { login })).body
  const { boards } = done(await ada.get(`/v1/connections/${accountId}/options`)).body
  const chosen = { boardId: boards[0].id }
  const toDraft = (content: string, paths: readonly string[], settings: object) => ({
    profileId,
    platforms: ['pinterest'],
    content,
    media: paths.map((storagePath) => ({ storagePath, altText: 'A harbour.' })),
    settings: { pinterest: settings },
  })
  return {
    accountId,
    boards,
    validate: async (paths: readonly string[], settings: object = chosen) =>
      done(await ada.post('/v1/posts/validate', toDraft('a', paths, settings))).body,
    publish: async (content: string, paths: readonly string[], settings: object = chosen): Promise<string> =>
      done(await ada.post('/v1/posts', toDraft(content, paths, settings)), 201).body.id,
    target: async (id: string) => (await ada.get(`/v1/posts/${id}`)).body.targets[0],
    seen: () => t.sandbox.ledger.entries({ network: 'pinterest', account: login }),
  }
}

test('several large images are sent in one call, each at most 2 MB, as the check announced', async () => {
  const alice = await somebody('alice')
  const file = await noise(900, 900).png({ compressionLevel: 0 }).toBuffer()
  assert.ok(file.length > 2_000_000)
  const path = await uploadOf(file)
  const alone = await alice.validate([path])
  assert.deepEqual(
    alone.perPlatformPlan[platformIdOf('pinterest')].media.map(({ action }: { action: string }) => action),
    ['as-is'],
  )
  const { perPlatformPlan, canPublish } = await alice.validate([path, path])
  assert.equal(canPublish, true)
  assert.deepEqual(
    perPlatformPlan[platformIdOf('pinterest')].media.map(({ action }: { action: string }) => action),
    ['resize', 'resize'],
  )
  const id = await alice.publish('two of them', [path, path])
  await t.settle()
  assert.equal((await alice.target(id)).status, 'published')
  const [entry] = alice.seen()
  assert.deepEqual(
    entry?.media.map(({ bytes }) => (bytes ?? 0) > 0 && (bytes ?? 0) <= 2_000_000),
    [true, true],
  )
})

test('posts without a board use the account’s default board, so no post has to choose one', async () => {
  const carla = await somebody('carla')
  const path = await uploadOf(await plain(600, 900).png().toBuffer())
  const [first, second] = carla.boards
  const none = await carla.validate([path], {})
  assert.deepEqual(
    none.errors.map(({ code, path: at }: { code: string; path: string }) => [code, at]),
    [['setting_missing', '/settings/pinterest/boardId']],
  )
  const account = `/v1/platforms/accounts/${carla.accountId}`
  const by = await t.as('root')
  const changed = done(await by.patch(account, { settings: { boardId: second.id } })).body
  assert.deepEqual([changed.settings, changed.isDefault], [{ boardId: second.id }, true])
  const usual = await carla.publish('onto the usual one', [path], {})
  const other = await carla.publish('onto another', [path], { boardId: first.id })
  await t.settle()
  for (const id of [usual, other]) assert.equal((await carla.target(id)).status, 'published')
  const feed = t.sandbox.network('pinterest').feed({ account: 'carla', limit: 10 })
  assert.deepEqual(feed.map(({ notes, text }) => [text[0]?.text, notes?.includes(first.name)]).sort(), [
    ['onto another', true],
    ['onto the usual one', false],
  ])
  for (const wrong of [{ boardId: 'mine' }, { coverAtSeconds: 1 }]) {
    const refused = await by.patch(account, { settings: wrong })
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'settings_invalid'])
  }
  assert.deepEqual(done(await by.patch(account, { settings: {} })).body.settings, {})
  assert.equal((await carla.validate([path], {})).canPublish, false)
})

test('a pin rejected for Trial access (403, code 29) waits, says why, and is published once allowed', async () => {
  const bob = await somebody('bob')
  const network = t.sandbox.network('pinterest')
  assert.equal(network.settings?.change({ access: 'trial' }), null)
  const path = await uploadOf(await plain(600, 900).png().toBuffer())
  const id = await bob.publish('on trial', [path])
  await t.settle()
  const refused = t.sandbox.calls.list({ network: 'pinterest' }).calls.filter(({ call }) => /createPin$/.test(call))
  assert.deepEqual([refused.at(-1)?.status, bob.seen()], [403, []])
  const waiting = await bob.target(id)
  assert.ok(['queued', 'publishing'].includes(waiting.status), waiting.status)
  assert.match(waiting.error, /Trial access at Pinterest.*Apply for Standard access/)

  assert.equal(network.settings?.change({ access: 'standard' }), null)
  await t.advance(hours(2))
  assert.equal((await bob.target(id)).status, 'published')
  assert.deepEqual(
    bob.seen().map(({ text, media }) => [text, media.length]),
    [['on trial', 1]],
  )
})
