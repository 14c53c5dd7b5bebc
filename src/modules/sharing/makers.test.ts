import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { grant } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { sweepSharing } from './jobs.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let root: Person
before(async () => {
  t = await startApp({ sandbox: true })
  root = await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

async function draft(): Promise<string> {
  const post = { profileId: w.profileId, content: 'Open again', platforms: ['bluesky'], saveAsDraft: true }
  const made = await w.ada.post('/v1/posts', post)
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

async function share(who: Person, postId: string): Promise<{ id: string; token: string }> {
  const made = await who.post(`/v1/posts/${postId}/share-link`, {})
  assert.equal(made.status, 201, made.text)
  return made.body
}

const readJson = (token: string) => t.anyone.get(`/v1/share/p/${token}`)

test('404: a link ends with its creator’s membership; a disabled user’s link is suspended', async () => {
  const postId = await draft()
  const revokedAt = async (id: string) =>
    (await w.ada.get(`/v1/posts/${postId}/share-links`)).body.find((one: { id: string }) => one.id === id).revokedAt
  const [grace, hedy, kai] = [await t.as('grace'), await t.as('hedy'), await t.as('kai')]
  for (const person of [grace, hedy, kai]) await grant(w.person, w.profileId, person, 'editor')
  const [hers, other, his] = [await share(grace, postId), await share(hedy, postId), await share(kai, postId)]
  const ours = await share(w.person, postId)

  assert.equal((await root.post(`/v1/admin/users/${kai.uid}/disable`, { reason: 'away' })).status, 200)
  assert.equal((await readJson(his.token)).body.code, 'share_link_not_found')
  assert.equal((await root.post(`/v1/admin/users/${kai.uid}/enable`)).status, 200)
  assert.equal((await readJson(his.token)).status, 200)

  await grant(w.person, w.profileId, grace, 'viewer')
  assert.equal((await readJson(hers.token)).status, 200)

  assert.equal((await w.person.delete(`/v1/profiles/${w.profileId}/members/${grace.uid}`)).status, 200)
  assert.equal((await readJson(hers.token)).body.code, 'share_link_not_found')
  assert.equal(await revokedAt(hers.id), t.now().toISOString())
  await grant(w.person, w.profileId, grace, 'editor')
  assert.equal((await readJson(hers.token)).status, 404, 'not even when she comes back')

  assert.equal((await hedy.delete('/v1/auth/me')).status, 200)
  assert.equal((await readJson(other.token)).status, 404)
  assert.equal(await revokedAt(other.id), t.now().toISOString())
  assert.equal((await readJson(ours.token)).status, 200)
})

test('a link of someone who left under an earlier version is revoked by the sweep', async () => {
  const postId = await draft()
  const lena = await t.as('lena')
  await grant(w.person, w.profileId, lena, 'editor')
  const [hers, ours] = [await share(lena, postId), await share(w.person, postId)]
  await sql`delete from profile_member where uid = ${fromWire('usr', lena.uid)}`.execute(t.db)
  assert.equal((await readJson(hers.token)).status, 404)
  await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, sweepSharing, {}))
  await t.settle()
  const links: { id: string; revokedAt: string | null }[] = (await w.ada.get(`/v1/posts/${postId}/share-links`)).body
  const isRevoked = (id: string) => links.find((one) => one.id === id)?.revokedAt !== null
  assert.deepEqual([isRevoked(hers.id), isRevoked(ours.id)], [true, false])
})

test('200: editors can read all of a post’s links, and a viewer only those they created while an editor', async () => {
  const postId = await draft()
  const ivy = await t.as('ivy')
  const tokensFor = async (who: Person) =>
    (await who.get(`/v1/posts/${postId}/share-links`)).body.map(({ token }: { token: string }) => token)
  const ours = await share(w.person, postId)
  await grant(w.person, w.profileId, ivy, 'viewer')
  assert.deepEqual(await tokensFor(ivy), [])
  await grant(w.person, w.profileId, ivy, 'editor')
  const hers = (await share(ivy, postId)).token
  assert.deepEqual(await tokensFor(ivy), [hers, ours.token])
  await grant(w.person, w.profileId, ivy, 'viewer')
  assert.deepEqual(await tokensFor(ivy), [hers])
  assert.deepEqual(await tokensFor(w.person), [hers, ours.token])
})
