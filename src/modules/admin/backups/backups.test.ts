import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done } from '#test/world/people.ts'

let t: TestApp
let place: string
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'posthorn-backups-'))
  t = await startApp({ settings: { BACKUP_TO: place, BACKUP_SCHEDULE: '0 3 * * *', BACKUP_KEEP: '2' } })
  await t.as('root')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await rm(place, { recursive: true, force: true })
})

/** Signs in as the owner of the installation. A session ends while the clock moves. */
async function signInRoot() {
  const { email, password } = await t.as('root')
  return t.withToken(done(await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)
}

test('200: automatic backups are listed newest first, as many as are kept, with their schedule and size', async () => {
  const before = done(await (await signInRoot()).get('/v1/admin/backups')).body
  assert.deepEqual(before, { schedule: { place, cron: '0 3 * * *', keep: 2 }, overdueSeconds: null, backups: [] })
  for (let day = 0; day < 3; day++) await t.advance(days(1))
  const { backups, overdueSeconds } = done(await (await signInRoot()).get('/v1/admin/backups')).body
  assert.equal(overdueSeconds, 0)
  assert.equal(backups.length, 2)
  const [newest, older] = backups
  assert.ok(newest.takenAt > older.takenAt)
  assert.deepEqual([newest.place, newest.verified, newest.mediaFiles], [place, false, 0])
  assert.ok(newest.rows > 0 && newest.bytes > 0)
})

test('403: support staff and admins cannot list backups', async () => {
  const [root, ada] = [await signInRoot(), await t.as('ada')]
  for (const role of ['user', 'support', 'admin']) {
    done(await root.post(`/v1/admin/users/${ada.uid}/role`, { role }))
    assert.equal((await ada.get('/v1/admin/backups')).status, 403, role)
  }
})
