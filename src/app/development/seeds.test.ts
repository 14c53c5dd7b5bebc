import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { logins, seedPassword } from './seeds.ts'

test('the samples are people who can sign in, linked profiles, and API keys with the right access', async () => {
  await using t = await startApp({ seeded: true })
  for (const { email } of Object.values(logins)) {
    const { status } = await t.anyone.post('/v1/auth/sign-in', { email, password: seedPassword })
    assert.equal(status, 200, email)
  }
  const ada = await t.as('ada')
  const { body: me } = await ada.get('/v1/auth/me')
  assert.deepEqual([me.email, me.role, me.uid], [logins.ada.email, 'superadmin', ada.uid])
  assert.equal((await ada.get('/v1/profiles/links')).body.length, 2)

  const { wide, narrow } = t.seeded.keys
  const { body: profiles } = await t.withToken(wide.key).get('/v1/profiles')
  const names = profiles.map((profile: { name: string }) => profile.name)
  assert.deepEqual(names.sort(), ['Harbour Coffee', 'Harbour Coffee Brasil', 'Harbour Coffee Rio'])
  const { body: seen } = await t.withToken(narrow.key).get('/v1/profiles')
  assert.deepEqual(
    seen.map((profile: { name: string }) => profile.name),
    ['Harbour Coffee'],
  )
  assert.equal((await t.withToken(narrow.key).post('/v1/profiles', { name: 'One more' })).status, 403)
})

test('an application without sample data says how to create it', async () => {
  await using t = await startApp()
  assert.throws(() => t.seeded, /startApp\(\{ seeded: true \}\)/)
})
