import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bluesky } from '#connectors/bluesky/index.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { openEventStream } from '#test/world/event-stream.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'
import { createWebhook, sendTest, startReceiverFor } from '#test/world/webhooks.ts'

/** Views of a post during and after publishing: its steps, its calls, what was sent, and the stream. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let picture: { id: string; storagePath: string }
before(async () => {
  const put = bluesky.steps.put
  if (!put) throw new Error('Bluesky has a step that puts a record')
  const requested = { ...put, repeat: 'once' as const, find: put.run }
  t = await startApp({
    sandbox: true,
    settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' },
    connectors: { bluesky: { ...bluesky, steps: { ...bluesky.steps, put: requested } }, mastodon },
  })
  await t.as('root')
  w = await connectBoth(t)
  const file = await noise(40, 40).png().toBuffer()
  picture = (await w.ada.upload('/v1/media/upload', { file, fileName: 'pier.png', fields: { profileId: w.profileId } }))
    .body
})
after(() => t[Symbol.asyncDispose]())

const publish = async (body: object) => {
  const made = await w.ada.post('/v1/posts', { profileId: w.profileId, platforms: ['bluesky'], ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id as string
}
const walksOf = async (id: string) => {
  const answer = await w.ada.get(`/v1/posts/${id}/publications`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('a publication’s steps are stored in order, with what its network received and with its visible calls', async () => {
  const media = [{ storagePath: picture.storagePath, altText: 'The pier' }]
  const id = await publish({ content: 'Open at nine', media, thread: [{ content: 'And on Sundays at ten' }] })
  const [queued] = await walksOf(id)
  assert.deepEqual([queued.status, queued.steps, queued.calls], ['queued', [], []])
  assert.deepEqual(queued.now, { step: 'upload', kind: 'prepare', isLookedFor: false })
  await t.settle()
  const [walk, ...others] = await walksOf(id)
  assert.deepEqual([others.length, walk.status, walk.now], [0, 'published', null])
  assert.deepEqual(
    walk.steps.map(({ step, kind, did }: Record<string, string>) => `${kind} ${step} ${did}`),
    ['prepare upload done', 'prepare build done', 'publish put done', 'prepare build done', 'publish put done'],
  )
  assert.deepEqual(
    walk.calls.map(({ step, part, outcome }: { step: string; part: number; outcome: string }) => [step, part, outcome]),
    [
      ['put', 0, 'done'],
      ['put', 1, 'done'],
    ],
  )
  const [first, reply] = walk.sent.parts
  assert.deepEqual(
    [first.text, first.media[0].altText, reply.text],
    ['Open at nine', 'The pier', 'And on Sundays at ten'],
  )
  assert.equal((await t.anyone.get(new URL(first.media[0].url).pathname)).status, 200)
  const [onNetwork] = t.sandbox.ledger.entries({}).filter(({ text }) => text === first.text)
  assert.ok(onNetwork, 'the network got the text that is shown as sent')
})

test('a lost response appears as a step that was looked up', async () => {
  t.sandbox.faults.add({ network: 'bluesky', kind: 'drop_after', times: 1, call: 'putRecord' })
  const id = await publish({ content: 'Lost and found' })
  await t.settle()
  await t.advance(minutes(2))
  const [walk] = await walksOf(id)
  assert.equal(walk.status, 'published')
  assert.deepEqual([walk.steps.at(-1).step, walk.steps.at(-1).did], ['put', 'found'])
  assert.equal(walk.calls[0].outcome, 'doubt')
})

test('the stream reports changes to steps, edits, deliveries and files, each only to users who may see them', async (test) => {
  const limits = { name: 'one brand', scopes: ['webhooks:read'], profileIds: [w.profileId] }
  const { key: narrow } = (await w.person.post('/v1/api-keys', limits)).body
  const stranger = await connectBoth(t)
  const [mine, ofProfile, theirs] = await Promise.all(
    [w.key, narrow, stranger.key].map((key) => openEventStream(t.url, key)),
  )
  assert.ok(mine && ofProfile && theirs)
  const framesOf = (stream: typeof mine, kind: string) => stream.frames.filter(({ event }) => event === kind)
  const endpoint = await createWebhook(w.ada, (await startReceiverFor(test)).url)

  // The first check only learns the current state: changes before it are not reported.
  const deadline = performance.now() + patienceMs()
  for (let nth = 0; [mine, ofProfile].some((stream) => framesOf(stream, 'media.changed').length === 0); nth++) {
    assert.ok(performance.now() < deadline, 'a changed file is reported')
    const changed = await w.ada.patch(`/v1/media/${picture.id}`, { altText: `The pier, ${nth}` })
    assert.equal(changed.status, 200, changed.text)
  }
  const [file] = framesOf(mine, 'media.changed')
  assert.deepEqual([file?.id, file?.data?.data], [null, { mediaId: picture.id, profileId: w.profileId }])

  const draft = await publish({ content: 'A drfat', saveAsDraft: true })
  await w.ada.patch(`/v1/posts/${draft}`, { content: 'A draft' })
  await w.ada.delete(`/v1/posts/${draft}`)
  for (const stream of [mine, ofProfile]) {
    const edits = () => framesOf(stream, 'post.edited').filter(({ data }) => data?.data?.postId === draft)
    await stream.until('three edits', () => edits().length === 3)
    assert.deepEqual(edits().at(0)?.data?.data, { postId: draft, profileId: w.profileId })
    assert.deepEqual([...new Set(edits().map(({ id }) => id))], [null])
  }

  t.sandbox.faults.add({ network: 'bluesky', kind: 'rate_limit', times: 1, call: 'putRecord' })
  const postId = await publish({ content: 'Step by step' })
  await t.settle()
  await sendTest(w.ada, endpoint.id)
  for (const stream of [mine, ofProfile]) {
    await stream.until('a step', () => framesOf(stream, 'publication.step').length > 0)
    const data = framesOf(stream, 'publication.step').at(-1)?.data?.data
    assert.deepEqual([data?.postId, data?.profileId], [postId, w.profileId])
  }
  await mine.until('a delivery', () => framesOf(mine, 'delivery.changed').length > 0)
  assert.equal(framesOf(mine, 'delivery.changed')[0]?.data?.data?.webhookId, endpoint.id)
  assert.deepEqual(framesOf(ofProfile, 'delivery.changed'), [], 'an endpoint belongs to its owner')
  // The stranger's own accounts, just connected, may still be reported.
  assert.deepEqual(
    theirs.frames.filter(({ event }) => event !== 'account.changed'),
    [],
  )
  for (const stream of [mine, ofProfile, theirs]) stream.close()
})

test('a file shows which posts use it, including posts in the trash', async () => {
  const media = [{ storagePath: picture.storagePath, altText: 'The pier' }]
  const id = await publish({ content: 'A postcard', media, saveAsDraft: true })
  const usesOf = async () => (await w.ada.get(`/v1/media/${picture.id}/posts`)).body
  const before = await usesOf()
  assert.deepEqual([before.total, before.posts[0].id, before.posts[0].content], [2, id, 'A postcard'])
  await w.ada.delete(`/v1/posts/${id}`)
  const after = await usesOf()
  assert.deepEqual([after.total, typeof after.posts[0].deletedAt], [2, 'string'])
  assert.equal((await w.ada.delete(`/v1/media/${picture.id}`)).body.code, 'media_in_use')
  const other = await connectBoth(t)
  assert.equal((await other.ada.get(`/v1/media/${picture.id}/posts`)).body.code, 'media_forbidden')
})
