import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPlan, setRole } from '#modules/identity/index.ts'
import { type Person, startApp } from '#test/harness/app.ts'

test('entries contain old values, new values and the request ID, and operators’ actions are attributed to the system', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  const { body: profile } = await ada.post('/v1/profiles', { name: 'Harbour' })
  await ada.patch('/v1/auth/me', { name: 'Ada L' }, { headers: { 'x-request-id': 'req-me' } })
  await ada.patch(`/v1/profiles/${profile.id}`, { name: 'Port' }, { headers: { 'x-request-id': 'req-profile' } })
  const ben = await t.as('ben')
  await setRole(t.deps, ben.email, 'support')
  await setPlan(t.deps, ada.email, 'agency')
  const listEntries = async (person: Person) => {
    const { entries } = (await person.get('/v1/auth/me/audit-log?limit=100')).body
    return (entries as { changes: object; requestId: string; actor: { kind: string; uid: string } }[])
      .filter(({ changes }) => Object.keys(changes).length > 0)
      .map(({ changes, requestId, actor }) => ({ changes, requestId, by: actor.uid ?? actor.kind }))
  }
  const expected = [
    { changes: { name: { from: 'ada', to: 'Ada L' } }, requestId: 'req-me', by: ada.uid },
    { changes: { name: { from: 'Harbour', to: 'Port' } }, requestId: 'req-profile', by: ada.uid },
    { changes: { plan: { from: t.config.defaultPlan, to: 'agency' } }, requestId: null, by: 'system' },
  ]
  const shownEntries = await listEntries(ada)
  for (const entry of expected) {
    const found = shownEntries.find(({ requestId, by }) => requestId === entry.requestId && by === entry.by)
    assert.deepEqual(found, entry)
  }
  const role = { changes: { role: { from: 'user', to: 'support' } }, requestId: null, by: 'system' }
  assert.deepEqual((await listEntries(ben))[0], role)
})
