import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { bluesky } from '#connectors/bluesky/index.ts'
import type { Connector } from '#connectors/connector.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** Counts the plans of real connectors. A plan reads whole texts, so each target has only one. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
const planned: string[] = []
const counting = (connector: Connector): Connector => ({
  ...connector,
  plan(outgoing) {
    planned.push(connector.network)
    return connector.plan(outgoing)
  },
})
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: counting(bluesky), mastodon: counting(mastodon) } })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => planned.splice(0))

const write = async (more: object): Promise<string> => {
  const draft = { profileId: w.profileId, content: 'Planned.', platforms: ['bluesky', 'mastodon'], ...more }
  const { status, text, body } = await w.ada.post('/v1/posts', draft)
  assert.equal(status, 201, text)
  return body.id
}
const once = ['bluesky', 'mastodon']

test('an immediately published post is planned once for each target between the request and the queue', async () => {
  await write({})
  assert.deepEqual(planned, once)
})

test('a scheduled post is planned once for each target when it is written, and once when it is due', async () => {
  await write({ scheduledAt: inTime(t, hours(1)) })
  assert.deepEqual(planned.splice(0), once)
  await t.advance(hours(1))
  assert.deepEqual(planned, once)
})

test('a draft is not planned, and is planned once for each target when it is submitted', async () => {
  const id = await write({ saveAsDraft: true })
  assert.deepEqual(planned, [])
  const { status, text } = await w.ada.post(`/v1/queue/submit/${id}`)
  assert.equal(status, 200, text)
  assert.deepEqual(planned, once)
})

test('a change to a scheduled post is planned once for each target', async () => {
  const id = await write({ scheduledAt: inTime(t, hours(1)) })
  planned.splice(0)
  const { status, text } = await w.ada.patch(`/v1/posts/${id}`, { content: 'Changed.' })
  assert.equal(status, 200, text)
  assert.deepEqual(planned, once)
})

test('adding a platform to a post plans only that platform', async () => {
  const id = await write({ platforms: ['mastodon'] })
  planned.splice(0)
  const { status, text } = await w.ada.post(`/v1/posts/${id}/expand`, { platforms: ['bluesky'] })
  assert.equal(status, 200, text)
  assert.deepEqual(planned, ['bluesky'])
})
