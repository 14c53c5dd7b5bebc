import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { hours } from '../../../core/kit/clock.ts'
import { image, pinWith, png, recipes, sampleVideo, secretBoard, sendVideo, source, startPinterest } from './kit.ts'

test('pinterest.md 2: a pin is created from an image, is listed newest first, and disappears when deleted', async () => {
  await using on = await startPinterest()
  const one = await on.pin('alice', pinWith({ title: 'Soup', description: 'warm', link: 'https://example.com/a' }))
  assert.deepEqual([one.status, one.body.title, one.body.board_id], [201, 'Soup', recipes])
  assert.match(one.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  on.later(1_000)
  const two = await on.pin('alice', pinWith({ description: 'cold', alt_text: 'Ice' }))
  const ids = async (path: string) => (await on.as('alice', 'GET', path)).body.items.map(({ id }: { id: string }) => id)
  for (const path of ['/pins', `/boards/${recipes}/pins`]) assert.deepEqual(await ids(path), [two.body.id, one.body.id])
  const first = await on.as('alice', 'GET', '/pins?page_size=1')
  assert.deepEqual(await ids(`/pins?page_size=1&bookmark=${first.body.bookmark}`), [one.body.id])
  assert.deepEqual(
    on.seen('alice').map(({ text, media }) => [text, media[0]?.alt]),
    [
      ['Soup\n\nwarm', ''],
      ['cold', 'Ice'],
    ],
  )
  const page = await fetch(`${on.sandbox.url}/feed/pinterest/alice`)
  assert.match(await page.text(), /Soup/)
  assert.equal((await on.call('GET', `/pin/${one.body.id}/`)).status, 302)
  assert.equal((await on.as('alice', 'DELETE', `/pins/${one.body.id}`)).status, 204)
  assert.deepEqual(await ids('/pins'), [two.body.id])
  assert.equal(on.seen('alice').at(-1)?.kind, 'delete')
})

test('pinterest.md 2: sending the same content twice creates two pins, because the API has no keys and no duplicate check', async () => {
  await using on = await startPinterest()
  const [one, two] = [await on.pin('alice', pinWith()), await on.pin('alice', pinWith())]
  assert.notEqual(one.body.id, two.body.id)
  assert.equal(on.seen('alice').length, 2)
})

test('pinterest.md 2: a carousel has two to five images with the same aspect ratio', async () => {
  await using on = await startPinterest()
  const items = [image(png(600, 900)), image(png(1_200, 1_800))]
  const { status } = await on.pin('alice', pinWith({ media_source: { source_type: 'multiple_image_base64', items } }))
  assert.equal(status, 201)
  assert.equal(on.seen('alice')[0]?.media.length, 2)
})

test('pinterest.md 2: an image is fetched from a URL immediately', async () => {
  await using on = await startPinterest()
  const server = createServer((_, response) => response.end(png()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/a.png`
  const { status } = await on.pin('alice', pinWith({ media_source: { source_type: 'image_url', url } }))
  server.close()
  assert.equal(status, 201)
})

test('pinterest.md 2 Video: a video is announced, sent to the store, processed, and pinned with a cover', async () => {
  await using on = await startPinterest()
  const id = await sendVideo(on)
  const status = async () => (await on.as('alice', 'GET', `/media/${id}`)).body.status
  assert.equal(await status(), 'processing')
  on.later(1_500)
  assert.equal(await status(), 'succeeded')
  const media_source = { source_type: 'video_id', media_id: id, cover_image_key_frame_time: 1 }
  assert.equal((await on.pin('alice', pinWith({ media_source }))).status, 201)
  assert.equal(on.seen('alice')[0]?.media[0]?.kind, 'video')
  await on.act('alice', 'fail_next_file')
  const failing = await sendVideo(on, sampleVideo())
  on.later(1_500)
  assert.equal((await on.as('alice', 'GET', `/media/${failing}`)).body.status, 'failed')
})

test('pinterest.md 1 Boards: secret boards need their scope, and new boards can be created', async () => {
  await using on = await startPinterest()
  assert.deepEqual(
    (await on.boards('alice')).map(({ name }) => name),
    ['Recipes', 'Places'],
  )
  const secrets = 'boards:read_secret,boards:write_secret,pins:read_secret,pins:write_secret'
  const { access: token } = await on.connect('alice', `boards:read,boards:write,pins:read,pins:write,${secrets}`)
  const { body } = await on.call('GET', '/boards?privacy=SECRET', { token })
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    [secretBoard],
  )
  const pinned = await on.call('POST', '/pins', { token, json: pinWith({ board_id: secretBoard }) })
  assert.equal(pinned.status, 201)
  const made = await on.as('alice', 'POST', '/boards', { json: { name: 'New', privacy: 'PROTECTED' } })
  assert.deepEqual([made.status, made.body.privacy], [201, 'PROTECTED'])
})

test('pinterest.md 4: metrics grow; a person without a business account gets none, and the API sandbox has none', async () => {
  await using on = await startPinterest()
  const [board] = await on.boards('bob')
  const mine = (await on.pin('alice', pinWith())).body.id
  const his = (await on.pin('bob', pinWith({ board_id: board?.id }))).body.id
  const metrics = async (name: string, id: string) =>
    (await on.as(name, 'GET', `/pins/${id}?pin_metrics=true`)).body.pin_metrics
  const before = await metrics('alice', mine)
  on.later(hours(5))
  const after = await metrics('alice', mine)
  assert.ok(after.lifetime_metrics.impression > before.lifetime_metrics.impression)
  assert.equal(await metrics('bob', his), null)
  const query = 'start_date=2026-11-15&end_date=2026-11-15&metric_types=IMPRESSION,SAVE'
  const { body } = await on.as('alice', 'GET', `/pins/${mine}/analytics?${query}`)
  assert.equal(body.all.summary_metrics.IMPRESSION, after.lifetime_metrics.impression)
})

test('pinterest.md 6: listingLagMs delays a pin in the lists', async () => {
  await using on = await startPinterest()
  await on.settings({ listingLagMs: 10_000 })
  await on.pin('alice', pinWith({ media_source: source() }))
  assert.deepEqual((await on.as('alice', 'GET', '/pins')).body.items, [])
  on.later(10_000)
  assert.equal((await on.as('alice', 'GET', '/pins')).body.items.length, 1)
})
