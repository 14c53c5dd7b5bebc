import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { MediaUnfit, type OutgoingMedia } from '#connectors/connector.ts'
import { hours } from '#kernel/clock.ts'
import { fromWire, newId } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { fetchBytes, filesOf, uploaded } from '#test/world/media.ts'
import { moving, noise } from '#test/world/pictures.ts'
import { linkOf, sendableFrom, sendableOf } from './index.ts'

let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

const rule = { formats: ['image/jpeg', 'image/webp'], maxWidth: 100, maxBytes: 1_000_000 }

async function picture() {
  const file = await noise(400, 200).png().toBuffer()
  const body = await uploaded(t, await t.as('ada'), { file, fileName: 'lighthouse.png' })
  return { file, id: body.id, item: { mediaId: String(fromWire('media', body.id)) } as OutgoingMedia }
}

test('a network can fetch an image in an accepted format, repeatedly and in parts, and no file is written', async () => {
  const { item } = await picture()
  const before = await filesOf(t)
  const link = await linkOf(t.deps, item, rule)
  assert.equal(await linkOf(t.deps, item, rule), link)
  const whole = await fetchBytes(t, link)
  assert.deepEqual([whole.status, whole.headers['content-type']], [200, 'image/jpeg'])
  assert.match(whole.headers['content-disposition'] ?? '', /filename="lighthouse\.jpeg"/)
  const { width, height, format } = await sharp(whole.bytes).metadata()
  assert.deepEqual([width, height, format], [100, 50, 'jpeg'])
  const head = await fetchBytes(t, link, { method: 'HEAD' })
  assert.equal(head.headers['content-length'], String(whole.bytes.length))
  const part = await fetchBytes(t, link, { headers: { range: 'bytes=3-9' } })
  assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(3, 10)])
  assert.deepEqual(await filesOf(t), before)
})

test('an image that already fits, or for which no rule exists, is fetched unchanged', async () => {
  const { file, item } = await picture()
  for (const link of [await linkOf(t.deps, item, undefined), await linkOf(t.deps, item, { maxWidth: 400 })])
    assert.deepEqual((await fetchBytes(t, link)).bytes, file)
})

test('a link’s signed parts cannot be changed, and the link stops working when its file is deleted', async () => {
  const { id, item } = await picture()
  const link = await linkOf(t.deps, item, rule)
  const start = link.lastIndexOf('/') + 1
  const bytes = Buffer.from(link.slice(start), 'base64url')
  for (const at of [0, 1, 2, 20, 30, bytes.length - 33, bytes.length - 1]) {
    const other = Buffer.from(bytes)
    other[at] = (other[at] ?? 0) ^ 1
    assert.equal((await fetchBytes(t, link.slice(0, start) + other.toString('base64url'))).status, 404, `byte ${at}`)
  }
  assert.equal((await fetchBytes(t, link)).status, 200)
  await (await t.as('ada')).delete(`/v1/media/${id}`)
  assert.equal((await fetchBytes(t, link)).status, 404)
  await assert.rejects(linkOf(t.deps, item, rule), MediaUnfit)
})

test('an image that cannot be converted is refused with an error that names the rule', async () => {
  const { item } = await picture()
  await assert.rejects(linkOf(t.deps, item, { aspect: { min: 0.8, max: 1.5 } }), MediaUnfit)
})

test('an image is converted once for sending and fetching, however many attempts there are', async () => {
  const { item } = await picture()
  // A different rule from the one above, whose fitted image is already stored.
  const narrower = { ...rule, maxWidth: 90 }
  let fits = 0
  const fit: typeof t.deps.mediaWorker.fit = (...job) => {
    fits += 1
    return t.deps.mediaWorker.fit(...job)
  }
  const deps = { ...t.deps, mediaWorker: { ...t.deps.mediaWorker, fit } }
  const [first, again] = await Promise.all([sendableOf(deps, item, narrower), sendableOf(deps, item, { ...narrower })])
  const bytes = await first.read()
  assert.deepEqual([first.contentType, first.width, first.height, first.size], ['image/jpeg', 90, 45, bytes.length])
  assert.deepEqual(await again.read(3, 9), bytes.subarray(3, 9))
  assert.deepEqual(Buffer.concat(await Array.fromAsync(again.stream())), bytes)
  assert.deepEqual((await fetchBytes(t, await linkOf(deps, item, narrower))).bytes, bytes)
  assert.equal(fits, 1)
})

test('an image from a linked page is converted to follow a rule, and bytes that are not an image are refused', async () => {
  const card = { formats: ['image/jpeg', 'image/png'], maxBytes: 100_000, maxWidth: 2_000, maxHeight: 2_000 }
  const heavy = await noise(700, 400).jpeg({ quality: 100 }).toBuffer()
  const animation = await moving(40, 30, 3).gif().toBuffer()
  assert.ok(heavy.length > card.maxBytes)
  const before = await filesOf(t)
  const owner = newId<'usr'>(t.now())
  for (const bytes of [heavy, animation]) {
    const sendable = await sendableFrom(t.deps, bytes, card, owner)
    const made = await sendable.read()
    const { format = '', pages = 1 } = await sharp(made, { animated: true }).metadata()
    assert.deepEqual([sendable.size, pages], [made.length, 1])
    assert.ok(made.length <= card.maxBytes && card.formats.includes(`image/${format}`), `${made.length} ${format}`)
  }
  const photo = await noise(60, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const upright = await sharp(await (await sendableFrom(t.deps, photo, card, owner)).read()).metadata()
  assert.deepEqual([upright.width, upright.height, upright.orientation], [20, 60, undefined], 'a photo is turned')
  for (const bytes of [
    '<svg>',
    '',
    await noise(10, 10)
      .png()
      .toBuffer()
      .then((png) => png.subarray(0, 60)),
  ])
    await assert.rejects(sendableFrom(t.deps, Buffer.from(bytes), card, owner), MediaUnfit)
  assert.deepEqual(await filesOf(t), before)
})

test('a link expires within a day', async () => {
  const { item } = await picture()
  const link = await linkOf(t.deps, item, rule)
  await t.advance(hours(25))
  assert.equal((await fetchBytes(t, link)).status, 404)
})
