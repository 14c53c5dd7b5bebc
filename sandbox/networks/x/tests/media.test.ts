import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gif, idOf, mp4, type OnX, png, segment, startX, upload } from './kit.ts'

const video = { type: 'video/mp4', category: 'tweet_video' }
const stateOf = async (on: OnX, id: string) =>
  (await on.as('alice', 'GET', `/2/media/upload?command=STATUS&media_id=${id}`)).body.data.processing_info

test('x.md 3 Media: a segmented image is ready immediately, with its alt text, byte for byte', async () => {
  await using on = await startX()
  const bytes = png(640, 360, 3_000)
  const { status, body } = await upload(on, bytes)
  const { id, media_key, size, expires_after_secs, processing_info } = body.data
  assert.deepEqual(
    [status, media_key, size, expires_after_secs, processing_info],
    [200, `3_${id}`, 3_000, 86_400, undefined],
  )
  const alt = await on.as('alice', 'POST', '/2/media/metadata', {
    json: { id, metadata: { alt_text: { text: 'A harbour' } } },
  })
  assert.equal(alt.body.data.associated_metadata.alt_text.text, 'A harbour')
  await on.post('alice', { media: { media_ids: [id] } })
  const [entry] = on.seen('alice')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [{ url, ...file } = { url: null }] = entry?.media ?? []
  assert.deepEqual(file, { kind: 'image', mime: 'image/png', bytes: 3_000, sha256, alt: 'A harbour' })
  assert.deepEqual(Buffer.from(await (await fetch(url ?? '')).arrayBuffer()), bytes)
})

test('x.md 3 Media: segments may arrive in any order and more than once; one with different content invalidates the file', async () => {
  await using on = await startX()
  const bytes = png(640, 360, 3_000)
  const json = { media_type: 'image/png', total_bytes: 3_000, media_category: 'tweet_image' }
  const begin = () => idOf(on.as('alice', 'POST', '/2/media/upload/initialize', { json }))
  const send = (id: string, nr: number, part = bytes.subarray(nr * 1_000, nr * 1_000 + 1_000)) =>
    on.as('alice', 'POST', `/2/media/upload/${id}/append`, { upload: segment(part, nr) })
  const end = (id: string) => on.as('alice', 'POST', `/2/media/upload/${id}/finalize`)

  const id = await begin()
  for (const nr of [2, 0, 0, 1]) assert.equal((await send(id, nr)).status, 200)
  const ended = await end(id)
  assert.deepEqual((await end(id)).body, ended.body)
  await on.post('alice', { media: { media_ids: [id] } })
  assert.equal(on.seen('alice')[0]?.media[0]?.sha256, createHash('sha256').update(bytes).digest('hex'))

  const gap = await begin()
  for (const nr of [0, 2]) await send(gap, nr, bytes.subarray(nr * 750, nr * 750 + 1_500))
  assert.equal((await end(gap)).status, 400)
  const spoiled = await begin()
  for (const nr of [0, 1, 2]) await send(spoiled, nr)
  await send(spoiled, 1, Buffer.alloc(1_000, 7))
  assert.equal((await end(spoiled)).status, 400)
})

test('x.md 3 Media: base64 in JSON is accepted as a segment, too', async () => {
  await using on = await startX()
  const bytes = png()
  const json = { media_type: 'image/png', total_bytes: bytes.length, media_category: 'tweet_image' }
  const id = await idOf(on.as('alice', 'POST', '/2/media/upload/initialize', { json }))
  const part = { media: bytes.toString('base64'), segment_index: 0 }
  assert.equal((await on.as('alice', 'POST', `/2/media/upload/${id}/append`, { json: part })).status, 200)
  assert.equal((await on.as('alice', 'POST', `/2/media/upload/${id}/finalize`)).body.data.size, bytes.length)
})

test('x.md 3 Media: videos and animations are processed, and the response says when to poll again', async () => {
  await using on = await startX()
  for (const [bytes, of] of [
    [mp4(), video],
    [gif(), { type: 'image/gif', category: 'tweet_gif' }],
  ] as const) {
    const { body } = await upload(on, bytes, of)
    const { id, processing_info } = body.data
    assert.deepEqual([processing_info.state, processing_info.check_after_secs], ['pending', 2])
    on.later(750)
    const half = await stateOf(on, id)
    assert.deepEqual([half.state, half.progress_percent, half.check_after_secs], ['in_progress', 50, 1])
    on.later(750)
    assert.equal((await stateOf(on, id)).state, 'succeeded')
    assert.equal((await on.post('alice', { text: of.type, media: { media_ids: [id] } })).status, 201)
  }
  await on.fault({ kind: 'slow_processing', delayMs: 60_000, times: 1 })
  const { id } = (await upload(on, mp4(), video)).body.data
  on.later(61_000)
  assert.equal((await stateOf(on, id)).state, 'in_progress')
})

test('x.md 3 Media: a file that cannot be shown fails in processing, with a code and a name', async () => {
  await using on = await startX()
  const failureOf = async (bytes: Buffer, of: object) => {
    const { id } = (await upload(on, bytes, of)).body.data
    on.later(1_500)
    const { state, error } = await stateOf(on, id)
    assert.equal(state, 'failed')
    return `${error.code} ${error.name} ${error.message}`
  }
  const wrongType = '1 InvalidMedia Unsupported media format'
  assert.equal(await failureOf(gif(), { type: 'image/png' }), wrongType)
  assert.equal(await failureOf(png(), video), wrongType)
  assert.match(await failureOf(gif(), { type: 'image/gif' }), /^1 InvalidMedia An animated GIF/)
  const asGif = { type: 'image/gif', category: 'tweet_gif' }
  assert.match(await failureOf(gif(1_281, 100), asGif), /1280x1080/)
  assert.match(await failureOf(gif(10, 10, 351), asGif), /350/)
  assert.match(await failureOf(gif(1_280, 1_000, 235), asGif), /300000000/)
  assert.match(await failureOf(mp4({ width: 31 }), video), /32x32/)
  assert.match(await failureOf(mp4({ width: 1_000, height: 300 }), video), /1:3 and 3:1/)
  assert.match(await failureOf(mp4({ durationMs: 499 }), video), /0\.5 seconds/)
  assert.equal(
    await failureOf(mp4({ durationMs: 200_000 }), video),
    '3 UnsupportedMedia Duration 3.minutes+20.seconds exceeds max duration of 2.minutes+20.seconds',
  )
  assert.match(await failureOf(Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'), video), /could not be decoded/)
  await on.act('alice', 'fail_next_file')
  assert.match(await failureOf(mp4(), video), /could not be processed/)
  assert.equal((await on.as('alice', 'GET', '/2/users/me')).status, 200)
})

test('x.md 4: with Premium, a video may be longer in the category for long videos', async () => {
  await using on = await startX()
  const asLong = { type: 'video/mp4', category: 'amplify_video' }
  for (const [of, status] of [
    [asLong, 201],
    [video, 400],
  ] as const) {
    const { id } = (await upload(on, mp4({ durationMs: 200_000 }), { ...of, as: 'carla' })).body.data
    on.later(1_500)
    assert.equal((await on.post('carla', { media: { media_ids: [id] } })).status, status)
  }
})

test('x.md 3 Media: a small image can be sent in one request, as a form or as JSON, but never a video', async () => {
  await using on = await startX()
  const form = new FormData()
  form.set('media', new Blob([new Uint8Array(png())]), 'a.png')
  form.set('media_category', 'tweet_image')
  const ids = [await idOf(on.as('alice', 'POST', '/2/media/upload', { upload: form }))]
  const json = { media: png(10, 10).toString('base64'), media_category: 'tweet_image', media_type: 'image/png' }
  ids.push(await idOf(on.as('alice', 'POST', '/2/media/upload', { json })))
  assert.equal((await on.post('alice', { media: { media_ids: ids } })).status, 201)
  assert.equal(on.seen('alice')[0]?.media.length, 2)
  const refusals = [
    { ...json, media_category: 'tweet_video' },
    { media: json.media },
    { ...json, media: Buffer.from('no picture').toString('base64') },
    { ...json, media_type: 'image/webp' },
  ]
  for (const one of refusals) assert.equal((await on.as('alice', 'POST', '/2/media/upload', { json: one })).status, 400)
})
