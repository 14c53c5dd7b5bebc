import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { inTime } from '#test/world/posts.ts'

test('a thread of which an account publishes only the first part counts as one post of its quota', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  const ada = await t.as('ada')
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Harbour' })
  await connectHeadless(t, ada, 'x', profile.id, { login: 'alice' })
  const parts = (name: string) => Array.from({ length: 24 }, (_, part) => ({ content: `${name}, part ${part + 2}` }))
  const postOf = (name: string, platform: object) => ({
    profileId: profile.id,
    content: name,
    thread: parts(name),
    platforms: [{ platform: 'x', ...platform }],
    scheduledAt: inTime(t, minutes(10)),
  })
  // X accepts a hundred posts in 15 minutes, and five whole threads would have 125.
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    assert.equal((await ada.post('/v1/posts', postOf(name, { thread: 'omit' }))).status, 201)
  const codesOf = async (platform: object) =>
    (await ada.post('/v1/posts/validate', postOf('six', platform))).body.warnings.map(
      ({ code }: { code: string }) => code,
    )
  assert.deepEqual(await codesOf({}), [])
  for (const name of ['seven', 'eight', 'nine'])
    assert.equal((await ada.post('/v1/posts', postOf(name, {}))).status, 201)
  assert.deepEqual(await codesOf({}), ['quota_expected'])
  assert.deepEqual(await codesOf({ thread: 'join' }), [])
})
