import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, makeProfile } from '#test/world/people.ts'
import { fixture } from '#test/world/pictures.ts'
import { withKey } from '#test/world/posts.ts'

/** TikTok reports that a post is published, and returns its ID hours later. */
let t: TestApp
let film: string
let ada: Client
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  // An API key stays valid when time is moved.
  ada = await withKey(
    t,
    await t.as('root'),
    scopeNames.filter((name) => !name.startsWith('admin:')),
  )
  const sent = { file: await fixture('upright.mp4'), fileName: 'walk.mp4' }
  film = done(await ada.upload('/v1/media/upload', sent)).body.storagePath
})
after(() => t[Symbol.asyncDispose]())

const chosen = {
  privacyLevel: 'PUBLIC_TO_EVERYONE',
  allowComment: true,
  allowDuet: false,
  allowStitch: false,
  disclosure: 'none',
}
const scopes = ['user.info.basic', 'user.info.profile', 'video.publish', 'video.upload', 'video.list']

let people = 0
async function somebody(ticked: readonly string[] = scopes) {
  people += 1
  const login = `user-${people}`
  const profileId = await makeProfile(ada, login)
  const { accountId } = done(await connectHeadless(t, ada, 'tiktok', profileId, { login, scopes: ticked })).body
  const toDraft = (settings: object) => ({
    profileId,
    platforms: ['tiktok'],
    content: `A walk of ${login}`,
    media: [{ storagePath: film }],
    settings: { tiktok: settings },
  })
  const target = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body.targets[0]
  return {
    login,
    target,
    options: async () => done(await ada.get(`/v1/connections/${accountId}/options`)).body,
    validate: async (settings: object) => (await ada.post('/v1/posts/validate', toDraft(settings))).body,
    async publish(settings: object = chosen): Promise<string> {
      const { id } = done(await ada.post('/v1/posts', toDraft(settings)), 201).body
      // Lasts as long as the publication polls for its outcome.
      for (let turns = 0; turns < 20 && (await target(id)).status !== 'published'; turns += 1)
        await t.advance(minutes(6))
      return id
    },
    seen: () => t.sandbox.ledger.entries({ network: 'tiktok', account: login }),
    asked: () => t.sandbox.calls.list({ network: 'tiktok' }).calls.filter(({ call }) => /getPublishStatus$/.test(call)),
  }
}

const moderation = (ms: number) =>
  assert.equal(t.sandbox.network('tiktok').settings?.change({ moderationMs: ms }), null)

/** Moves to just after the hourly job, so that no lookup happens for most of the next hour. */
async function afterTheHourlyLook(): Promise<void> {
  const minute = t.now().getUTCMinutes()
  await t.advance(minutes(((23 - minute + 60) % 60) + 1))
}

test('an ID that arrives after the post has ended is filled in, with the URL, as soon as TikTok reports it', async () => {
  await afterTheHourlyLook()
  moderation(minutes(45))
  const { publish, target, login, seen } = await somebody()
  const id = await publish()
  const before = await target(id)
  assert.deepEqual([before.status, before.platformPostId], ['published', null])
  assert.match(before.platformUrl, /\/@[\w.]+$/)
  await t.advance(minutes(12))
  assert.equal((await target(id)).platformPostId, null)

  const url = `${t.url}/v1/connections/webhooks/tiktok`
  for (let nth = 0; nth < 2; nth += 1) {
    const sent = await t.sandbox.network('tiktok').acts.send_webhook?.(login, { url })
    assert.equal((sent as { readonly status: number }).status, 200)
    await t.settle()
  }
  const after = await target(id)
  const [entry] = seen()
  assert.deepEqual([after.platformPostId, after.status], [entry?.id, 'published'])
  assert.ok(after.platformUrl.endsWith(`/video/${entry?.id}`), after.platformUrl)
})

test('without a report from TikTok, the next lookup finds the ID; posts of limited visibility are not looked up', async () => {
  moderation(hours(5))
  const { publish, target, seen, asked: requested } = await somebody()
  const id = await publish()
  assert.equal((await target(id)).platformPostId, null)
  const mine = await somebody()
  const own = await mine.publish({ ...chosen, privacyLevel: 'SELF_ONLY' })
  const calls = requested().length
  await t.advance(hours(1))
  assert.equal((await target(id)).platformPostId, null)
  assert.equal(requested().length, calls + 1, 'only the public one was looked up')
  await t.advance(hours(4))
  assert.equal((await target(id)).platformPostId, seen()[0]?.id)
  const known = requested().length
  await t.advance(hours(1))
  assert.equal(requested().length, known, 'what is known is not looked up again')
  assert.equal((await mine.target(own)).platformPostId, null)
})

test('a drafts-only grant refuses posts and allows drafts, and vice versa', async () => {
  moderation(3_000)
  const drafts = await somebody(['user.info.basic', 'user.info.profile', 'video.upload'])
  const wrong = await drafts.validate(chosen)
  assert.deepEqual(
    [wrong.canPublish, wrong.errors.map(({ code, path }: { code: string; path: string }) => [code, path])],
    [false, [['scope_missing', '/settings/tiktok/mode']]],
  )
  assert.match(wrong.errors[0].message, /it was connected without video\.publish/)
  assert.equal((await drafts.options()).creator, undefined)
  const id = await drafts.publish({ mode: 'inbox' })
  assert.equal((await drafts.target(id)).status, 'published')
  assert.deepEqual(drafts.seen(), [])
  await t.sandbox.network('tiktok').acts.finish_drafts?.(drafts.login)
  assert.equal(drafts.seen().length, 1)

  const posts = await somebody(['user.info.basic', 'user.info.profile', 'video.publish'])
  assert.equal((await posts.validate(chosen)).canPublish, true)
  assert.equal((await posts.options()).creator.canAllowComment, true)
  const { errors } = await posts.validate({ mode: 'inbox' })
  assert.deepEqual(
    errors.map(({ code }: { code: string }) => code),
    ['scope_missing'],
  )
  const profileId = await makeProfile(ada)
  const neither = await connectHeadless(t, ada, 'tiktok', profileId, { login: 'bob', scopes: ['user.info.basic'] })
  assert.equal(neither.body.code, 'scopes_missing')
  assert.match(neither.body.detail, /video\.publish or video\.upload/)
})
