import assert from 'node:assert/strict'
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createStorage } from '#infra/storage/index.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { fetchBytes, filesOf, serveWith, upload, uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { type MediaDeps, mediaHandlers, removeMediaFiles } from '../index.ts'

/** The sweep finds the remains of a crash by their rows and removes them; files in use stay. */
let t: TestApp
before(async () => {
  t = await startApp()
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const rows = () => t.db.selectFrom('mediaFile').select(['key', 'state']).execute()
const picture = (side: number) => noise(side, side).png().toBuffer()

test('after a crash around the storage step nothing is served, and leftovers are removed a day later', async () => {
  const ada = await t.as('ada')
  const { storage } = t.deps
  const stops: Partial<Pick<MediaDeps, 'storage' | 'mediaWorker'>>[] = [
    { mediaWorker: { ...t.deps.mediaWorker, examine: () => Promise.reject(new Error('stopped on purpose')) } },
    { storage: { ...storage, putFile: () => Promise.reject(new Error('stopped on purpose')) } },
    {
      storage: {
        ...storage,
        async putFile(...given: Parameters<typeof storage.putFile>) {
          await storage.putFile(...given)
          throw new Error('stopped on purpose')
        },
      },
    },
  ]
  for (const [index, means] of stops.entries()) {
    await using served = await serveWith(t, means)
    const answer = await upload(served, ada, { file: await picture(20 + index) })
    assert.equal(answer.status, 500, answer.text)
  }
  // The state that a killed process leaves: nothing was cleaned up.
  await writeFile(await t.deps.scratch.newPath(), 'half a file')

  assert.deepEqual((await ada.get('/v1/media')).body.media, [])
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['arriving', 'arriving'],
  )
  assert.equal((await filesOf(t)).length, 2)
  await t.advance(hours(23))
  assert.equal((await filesOf(t)).length, 2, 'it may still be in progress')
  await t.advance(hours(2))
  assert.deepEqual(await rows(), [])
  assert.deepEqual(await filesOf(t), [])
})

test('a file that cannot be removed while storage is down is removed later', async () => {
  const ben = await t.as('ben')
  const { id } = await uploaded(t, ben, { file: await picture(30) })
  const path = t.folder
  await ben.delete(`/v1/media/${id}`)
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['leaving'],
  )
  const storage = { ...createStorage({ dataDir: path, s3: null }), remove: () => Promise.reject(new Error('away')) }
  const handler = mediaHandlers({ ...t.deps, storage }).find(({ job }) => job === removeMediaFiles)
  await assert.rejects(handler!.handler({}, { id: 'job', signal: new AbortController().signal, attempt: 1 }), /away/)
  assert.equal((await rows()).length, 1)
  await t.settle()
  assert.deepEqual([await rows(), await filesOf(t)], [[], []])
})

test('a file that cannot be removed for a long time does not block others, and is removed once it can be', async () => {
  const fay = await t.as('fay')
  const stuck = await uploaded(t, fay, { file: await picture(40) })
  const [name = assert.fail()] = await filesOf(t)
  const path = join(t.folder, 'media', name.slice(0, 2), name)
  const left = [{ key: `media/${name}`, state: 'leaving' }]
  const others = [
    await uploaded(t, fay, { file: await picture(41) }),
    await uploaded(t, fay, { file: await picture(42) }),
  ]
  // The disk does not remove a folder where it should remove a file.
  await rm(path)
  await mkdir(path)
  for (const { id } of [stuck, ...others]) assert.equal((await fay.delete(`/v1/media/${id}`)).status, 200)
  await t.settle()
  assert.deepEqual([await rows(), await filesOf(t)], [left, []])

  const announced = { fileName: 'a.png', contentType: 'image/png' }
  assert.equal((await fay.post('/v1/media/presign-upload', announced)).status, 200)
  await writeFile(await t.deps.scratch.newPath(), 'half a file')
  await t.advance(hours(26))
  assert.deepEqual(await filesOf(t), [], 'the scratch file is gone')
  assert.deepEqual(await t.db.selectFrom('mediaUpload').select('storagePath').execute(), [])
  assert.deepEqual(await rows(), left)

  await rmdir(path)
  await t.advance(hours(26))
  assert.deepEqual(await rows(), [])
})

test('an unused upload URL is removed a day later; a used one keeps its file', async () => {
  const cleo = await t.as('cleo')
  const announced = { fileName: 'a.png', contentType: 'image/png' }
  const promised = async () => (await cleo.post('/v1/media/presign-upload', announced)).body
  const [used, unused] = [await promised(), await promised()]
  const put = await fetchBytes(t, used.uploadUrl, { method: 'PUT', body: await picture(31) })
  assert.equal(put.status, 200)
  await t.advance(hours(24) + minutes(60))
  assert.deepEqual(await t.db.selectFrom('mediaUpload').select('storagePath').execute(), [])
  const { body } = await t.anyone.post('/v1/auth/sign-in', { email: cleo.email, password: cleo.password })
  const again = t.withToken(body.token)
  const complete = (storagePath: string) => again.post('/v1/media/complete-upload', { storagePath })
  assert.equal((await complete(used.storagePath)).status, 200)
  assert.equal((await complete(unused.storagePath)).body.code, 'media_not_found')
  const { media } = (await again.get('/v1/media')).body
  assert.equal((await fetchBytes(t, media[0].url)).status, 200)
  await again.delete(`/v1/media/${media[0].id}`)
  await t.settle()
})

test('erasing a user removes their files and ends their URLs; other users’ files stay', async () => {
  const [dan, eve] = [await t.as('dan'), await t.as('eve')]
  const { body: profile } = await eve.post('/v1/profiles', { name: 'Harbour' })
  const { body: invite } = await eve.post(`/v1/profiles/${profile.id}/invites`, { role: 'editor' })
  assert.equal((await dan.post('/v1/profiles/invites/accept', { token: invite.inviteToken })).status, 200)
  const file = await picture(32)
  const own = await uploaded(t, dan, { file })
  const forEve = await uploaded(t, dan, { file, fields: { profileId: profile.id } })
  const place = (await dan.post('/v1/media/presign-upload', { fileName: 'a.png', contentType: 'image/png' })).body
  assert.equal((await filesOf(t)).length, 2)

  assert.equal((await dan.delete('/v1/auth/me')).status, 200)
  await t.settle()
  assert.equal((await fetchBytes(t, own.url)).status, 404)
  assert.equal((await fetchBytes(t, place.uploadUrl, { method: 'PUT', body: file })).status, 404)
  assert.deepEqual((await fetchBytes(t, forEve.url)).bytes, file)
  assert.equal((await filesOf(t)).length, 1)
  // The object that can still be uploaded is removed once its URL has expired.
  assert.deepEqual((await rows()).map(({ state }) => state).sort(), ['leaving', 'stored'])
  await t.advance(hours(26))
  assert.deepEqual(
    (await rows()).map(({ state }) => state),
    ['stored'],
  )
  assert.equal((await fetchBytes(t, (await mediaOf(eve))[0].url)).status, 200)
})

async function mediaOf({ email, password }: Person) {
  const { body } = await t.anyone.post('/v1/auth/sign-in', { email, password })
  return (await t.withToken(body.token).get('/v1/media')).body.media
}
