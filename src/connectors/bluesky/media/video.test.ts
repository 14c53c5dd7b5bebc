import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Driver, Judged, mp4, openDriver, png, sha256 } from '#test/world/bluesky.ts'
import { bluesky } from '../index.ts'

let t: Driver
before(async () => {
  t = await openDriver('carla')
})
beforeEach(() => void t.calls())
after(() => t.sandbox.close())

const change = (patch: Record<string, unknown>) =>
  assert.equal(t.sandbox.network('bluesky').settings?.change(patch), null)
const act = (name: string) => t.sandbox.network('bluesky').acts?.[name]?.('carla')
const video = (bytes: Buffer, altText: string | null = null) =>
  t.file(bytes, { kind: 'video', contentType: 'video/mp4', width: 1_080, height: 1_920, durationMs: 4_000, altText })
const postWith = (bytes: Buffer, text: string) => t.post({ parts: [{ text, media: [video(bytes, 'Waves')] }] })
const isOut = (text: string) => t.ledger().filter((entry) => entry.text === text)
const fails = (work: Promise<unknown>): Promise<Judged> =>
  work.then(
    () => assert.fail('it should have failed'),
    (error: unknown) => (error instanceof Judged ? error : assert.fail(String(error))),
  )

for (const wrapsUploadedVideo of [false, true]) {
  test(`the video service converts a video, with a ${wrapsUploadedVideo ? 'wrapped' : 'bare'} job`, async () => {
    change({ wrapsUploadedVideo })
    const bytes = mp4(wrapsUploadedVideo ? 2 : 3)
    const post = postWith(bytes, `video ${wrapsUploadedVideo}`)
    await t.run(post)
    assert.deepEqual(
      t.calls(),
      bluesky.plan(post).calls.map((call) => call.split(' ')[1]),
    )
    const [entry] = isOut(`video ${wrapsUploadedVideo}`)
    assert.deepEqual(
      entry?.media.map(({ kind, alt, sha256: sum }) => [kind, alt, sum]),
      [['video', 'Waves', sha256(bytes)]],
    )
    const { embed } = await t.record(entry.id)
    assert.deepEqual((embed as { aspectRatio: object }).aspectRatio, { width: 1_080, height: 1_920 })
  })
}

test('an animated image is published as a video that plays like a GIF', async () => {
  const gif = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(60, 7)])
  const item = t.file(gif, { contentType: 'image/gif', animated: true, width: 320, height: 200, altText: 'A wink' })
  const post = t.post({ parts: [{ text: 'moving', media: [item] }] })
  await t.run(post)
  assert.deepEqual(
    t.calls(),
    bluesky.plan(post).calls.map((call) => call.split(' ')[1]),
  )
  const [entry] = isOut('moving')
  assert.deepEqual(
    entry?.media.map(({ kind, alt, sha256: sum }) => [kind, alt, sum]),
    [['video', 'A wink', sha256(gif)]],
  )
  const { embed } = await t.record(entry.id)
  assert.equal((embed as { presentation: string }).presentation, 'gif')

  const http = { ...t.http, addresses: { api: t.server, directory: t.server } }
  const { verdict } = await fails(t.run(post, { http }))
  assert.ok(verdict?.is === 'refused' && verdict.code === 'animation_not_converted')
})

test('the connector waits for a slow video', async () => {
  t.fault({ kind: 'slow_processing', call: 'uploadVideo', times: 1, delayMs: 120_000 })
  const { steps } = await t.run(postWith(mp4(4), 'slow'))
  assert.ok(steps.filter((step) => step === 'awaitVideo').length > 20)
  assert.equal(isOut('slow').length, 1)
})

test('repeated bytes, and an upload whose response was lost, map to the same job', async () => {
  await t.run(postWith(mp4(3), 'the same bytes'))
  assert.equal(isOut('the same bytes').length, 1)
  const post = postWith(mp4(5), 'lost upload')
  t.fault({ kind: 'drop_after', call: 'uploadVideo', times: 1 })
  const { step, memo } = await fails(t.run(post))
  assert.equal(step, 'sendVideo')
  await t.run(post, { from: { step, memo } })
  assert.equal(isOut('lost upload').length, 1)
})

test('a file that is not a video is refused with the service’s message', async () => {
  const { verdict } = await fails(t.run(postWith(png(9), 'no video')))
  assert.ok(verdict?.is === 'refused' && verdict.code === 'video_refused')
  assert.match(verdict.why, /The file is not a video/)
  assert.equal(isOut('no video').length, 0)
})

test('an account that may not upload videos gets the reason; one at its daily limit waits until tomorrow', async () => {
  act('unconfirm_email')
  const { verdict } = await fails(t.run(postWith(mp4(6), 'forbidden')))
  assert.ok(verdict?.is === 'refused' && verdict.code === 'video_forbidden')
  assert.match(verdict.why, /confirm their email/)
  act('restore')
  change({ maxVideosPerDay: 0 })
  const { verdict: later } = await fails(t.run(postWith(mp4(6), 'too many')))
  change({ maxVideosPerDay: 25 })
  assert.ok(later?.is === 'retry' && later.of === 'call' && later.until)
  assert.equal(later.until.getTime() % 86_400_000, 0)
})

test('a token that the video service rejects does not disconnect the account', async () => {
  const answers401 = async (request: Parameters<Driver['http']['send']>[0]) => {
    const token =
      request.name === 'uploadVideo' ? { headers: { ...request.headers, authorization: 'Bearer x.y.z' } } : {}
    return t.http.send({ ...request, ...token })
  }
  const http = { ...t.http, send: answers401 }
  const { verdict, failure } = await fails(t.run(postWith(mp4(7), 'unknown token'), { http }))
  assert.ok(failure.status === 400 || failure.status === 401, `${failure.status} ${failure.body}`)
  assert.equal(verdict?.is, 'retry')
})

test('a failed job is retried once, then the file is uploaded to the server', async () => {
  const failing = async (request: Parameters<Driver['http']['send']>[0]) => {
    const answer = await t.http.send(request)
    if (request.name !== 'getJobStatus') return answer
    const jobStatus = { jobId: 'x', did: t.grant.did, state: 'JOB_STATE_FAILED', failureCode: 'encoding_failure' }
    return { ...answer, body: Buffer.from(JSON.stringify({ jobStatus })) }
  }
  const http = { ...t.http, send: failing }
  const { steps } = await t.run(postWith(mp4(8), 'failed jobs'), { http })
  assert.deepEqual(steps, [
    'upload',
    'sendVideo',
    'awaitVideo',
    'sendVideo',
    'awaitVideo',
    'sendDirectly',
    'build',
    'put',
  ])
  assert.equal(isOut('failed jobs').length, 1)
})

test('without a video service the file is uploaded to the server', async () => {
  const http = { ...t.http, addresses: { api: t.server, directory: t.server } }
  await t.run(postWith(mp4(9), 'no service'), { http })
  assert.deepEqual(t.calls(), ['uploadBlob', 'putRecord'])
})
