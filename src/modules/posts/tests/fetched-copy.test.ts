import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { hours } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { clientOf, serveWith } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

test('a draft’s scheduled copy fetches its files, and the draft still refers to them by URL', async () => {
  await using t = await startApp({ sandbox: true })
  await t.as('root')
  const { person, profileId } = await connectBoth(t)
  const png = await noise(20, 20).png().toBuffer()
  const elsewhere = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png))
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  const outbound = createOutbound({ operatorOrigins: [], allowPrivate: true, userAgent: 'Posthorn/test' })
  await using open = await serveWith(t, { outbound })
  const ada = clientOf(open, person.token)
  try {
    const media = [{ url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/pier.png`, altText: 'A pier' }]
    const newPost = { profileId, content: 'From elsewhere', platforms: ['bluesky'], media, saveAsDraft: true }
    const draft = await ada.post('/v1/posts', newPost)
    assert.equal(draft.status, 201, draft.text)
    const copy = await ada.post(`/v1/posts/${draft.body.id}/duplicate`, { scheduledAt: inTime(t, hours(1)) })
    assert.equal(copy.status, 201, copy.text)
    assert.deepEqual([copy.body.status, copy.body.media.length], ['scheduled', 1])
    assert.ok(copy.body.media[0].storagePath)
    assert.deepEqual((await ada.get(`/v1/posts/${draft.body.id}`)).body.media, media)
  } finally {
    elsewhere.closeAllConnections()
    elsewhere.close()
    await outbound.close()
  }
})
