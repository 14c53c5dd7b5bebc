import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp } from '#test/harness/app.ts'
import { meetAt } from '#test/world/meet.ts'
import { accept, done, grant, invite, makeProfile, refused } from '#test/world/people.ts'

test('a restored profile gets back its members and invitations, but not its links', async () => {
  await using own = await startApp()
  const ada = await own.as('ada')
  const [id, child] = [await makeProfile(ada, 'parent'), await makeProfile(ada, 'child')]
  const [ben, cleo] = [await own.as('ben'), await own.as('cleo')]
  done(await ada.post('/v1/profiles/links', { parentId: id, childId: child }))
  await grant(ada, id, ben, 'editor')
  const { inviteToken } = await invite(ada, id, { role: 'viewer' })
  done(await ada.delete(`/v1/profiles/${id}`))
  refused(await accept(cleo, inviteToken), 404, 'profile_invite_not_found')
  const restored = done(await ada.post(`/v1/profiles/${id}/restore`))
  assert.deepEqual([restored.body.name, restored.headers.etag], ['parent', '"3"'])
  refused(await ada.post(`/v1/profiles/${id}/restore`), 409, 'profile_not_in_trash')
  done(await ben.get(`/v1/profiles/${id}`))
  done(await accept(cleo, inviteToken))
  assert.deepEqual((await ada.get(`/v1/profiles/${id}/children`)).body, [])
  assert.equal((await ada.get('/v1/profiles/links/history')).body.length, 1)
  const types = await own.db.selectFrom('event').select('type').where('type', '=', 'profile.restored').execute()
  assert.equal(types.length, 1)
})

test('a restore requires room in the plan, even concurrently, and is possible for 30 days to the millisecond', async () => {
  await using own = await startApp({ settings: { DEFAULT_PLAN: 'starter' } })
  const ada = await own.as('ada')
  const [a, b, c] = [await makeProfile(ada, 'a'), await makeProfile(ada, 'b'), await makeProfile(ada, 'c')]
  done(await ada.delete(`/v1/profiles/${a}`))
  done(await ada.delete(`/v1/profiles/${b}`))
  await makeProfile(ada, 'd')
  const answers = await meetAt(
    own,
    'audit_entry',
    [a, b, a].map((id) => () => ada.post(`/v1/profiles/${id}/restore`)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join())
  for (const { status, body } of answers)
    assert.ok(status === 200 || /^(plan_limit_reached|profile_not_in_trash)$/.test(body.code), JSON.stringify(body))
  const left = answers[0]?.status === 200 || answers[2]?.status === 200 ? b : a
  refused(await ada.post(`/v1/profiles/${left}/restore`), 409, 'plan_limit_reached')

  done(await ada.delete(`/v1/profiles/${c}`))
  await own.advance(days(30) - 1)
  const back = await own.anyone.post('/v1/auth/sign-in', { email: ada.email, password: ada.password })
  const later = own.withToken(back.body.token)
  done(await later.post(`/v1/profiles/${c}/restore`))
  done(await later.delete(`/v1/profiles/${c}`))
  // The purge has not run yet, but the 30 days have passed.
  await own.db
    .updateTable('profile')
    .set({ deletedAt: new Date(own.now().getTime() - days(30)) })
    .where('id', '=', fromWire('prof', c)!)
    .execute()
  refused(await later.post(`/v1/profiles/${c}/restore`), 404, 'profile_not_found')
})
