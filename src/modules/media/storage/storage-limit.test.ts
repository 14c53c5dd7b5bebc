import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { hours, minutes } from '#kernel/clock.ts'
import { type Plan, planTable } from '#modules/plans/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { clientOf, filesOf, type Sent, serveWith, upload } from '#test/world/media.ts'
import { withKey } from '#test/world/posts.ts'

/** Everyone has the plan `max`. Here it has room for three images, and the next higher plan for any number. */
let t: TestApp
let served: Awaited<ReturnType<typeof serveWith>>
let size: number
before(async () => {
  t = await startApp()
  size = (await picture()).file.length
  const max = planTable.get('max') as Plan
  const plans = new Map([
    ['max', { ...max, storageBytes: 3 * size + 10 }],
    ['vast', { ...max, storageBytes: null }],
  ])
  served = await serveWith(t, { plans })
})
after(async () => {
  await served[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

/** Different images each time, but of one size. */
const picture = async (): Promise<Sent & { file: Buffer }> => ({
  file: await sharp(randomBytes(30 * 30 * 3), { raw: { width: 30, height: 30, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer(),
})
const bring = async (by: Person, sent?: Sent) => upload(served, by, sent ?? (await picture()))
const requested = (by: Person) => clientOf(served, by.token)
async function usedBy(by: Person): Promise<{ used: number; limit: number }> {
  const { body } = await requested(by).get('/v1/auth/usage')
  return body.limits.find(({ name }: { name: string }) => name === 'storageBytes')
}

test('409 plan_limit_reached: a file that does not fit in the plan is not stored, and usage reports the stored bytes', async () => {
  const ada = await t.as('ada')
  const first = await bring(ada)
  for (const { status, text } of [first, await bring(ada), await bring(ada)]) assert.equal(status, 200, text)
  const kept = await filesOf(t)
  const { status, body } = await bring(ada)
  assert.deepEqual([status, body.code], [409, 'plan_limit_reached'])
  const number = (bytes: number) => bytes.toLocaleString('en')
  assert.ok(body.detail.includes(`allows ${number(3 * size + 10)} bytes of storage`), body.detail)
  assert.ok(body.detail.includes(`${number(3 * size)} bytes in use`), body.detail)
  assert.match(body.detail, /Upgrade to vast\./)
  await t.advance(minutes(1))
  assert.deepEqual((await filesOf(t)).sort(), kept.sort())
  const { used, limit } = await usedBy(ada)
  assert.deepEqual([used, limit], [3 * size, 3 * size + 10])

  await requested(ada).delete(`/v1/media/${first.body.id}`)
  assert.equal((await usedBy(ada)).used, 2 * size)
  assert.equal((await bring(ada)).status, 200)
})

test('of several concurrent uploads, only those that fit in the plan are stored', async () => {
  const bob = await t.as('bob')
  await t.advance(minutes(1))
  const before = (await filesOf(t)).length
  const pictures = await Promise.all(Array.from({ length: 8 }, picture))
  const answers = await Promise.all(pictures.map((sent) => bring(bob, sent)))
  const codes = answers.map(({ status, body }) => (status === 200 ? 'kept' : body.code)).sort()
  assert.deepEqual(codes, [...Array(3).fill('kept'), ...Array(5).fill('plan_limit_reached')])
  assert.equal((await usedBy(bob)).used, 3 * size)
  await t.advance(minutes(1))
  assert.equal((await filesOf(t)).length, before + 3)
})

test('identical files use no additional space, and other users’ files do not count', async () => {
  const cleo = await t.as('cleo')
  const same = await picture()
  for (let time = 0; time < 5; time++) assert.equal((await bring(cleo, same)).status, 200)
  assert.equal((await usedBy(cleo)).used, size)
})

test('409: nothing is downloaded or reserved if no room is left', async () => {
  const dan = await t.as('dan')
  const full = new Map([['max', { ...(planTable.get('max') as Plan), storageBytes: size }]])
  await using tight = await serveWith(t, { plans: full })
  const client = clientOf(tight, dan.token)
  assert.equal((await upload(tight, dan, await picture())).status, 200)
  const announced = { fileName: 'a.png', contentType: 'image/png' }
  const answers = [
    await client.post('/v1/media/import', { url: 'https://example.com/a.png' }),
    await client.post('/v1/media/presign-upload', announced),
    await upload(tight, dan, await picture()),
  ]
  for (const { status, body, text } of answers) assert.deepEqual([status, body.code], [409, 'plan_limit_reached'], text)
})

test('429 too_many_uploads: unused upload URLs are limited in number and removed a day later', async () => {
  // A key stays valid when time is moved.
  const eve = await withKey(t, await t.as('eve'), ['media:write'])
  const files = Array.from({ length: 50 }, () => ({ fileName: 'a.png', contentType: 'image/png' }))
  const batch = () => eve.post('/v1/media/presign-upload/batch', { files })
  const answers = await Promise.all(Array.from({ length: 11 }, batch))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    [[429, 'too_many_uploads']],
  )
  await t.advance(hours(25))
  assert.equal((await batch()).status, 200)
})
