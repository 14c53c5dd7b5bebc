import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { openRaw } from '#test/harness/raw-http.ts'
import { greta } from '#test/world/guests.ts'
import { connectBoth } from '#test/world/posts.ts'
import { openingsFor } from './streamed-bodies.ts'

/**
 * A connection outlives its requests, and behind a proxy the next request on it may be another user's. So a refused
 * request must either leave the connection intact or announce its end. The list of routes comes from the server: a new
 * route that reads its body as a stream needs a row in `streamed-bodies.ts`.
 */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let openings: ReturnType<typeof openingsFor>
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  const own = { profileId: w.profileId, uploadPath: await presign(), shareToken: await share() }
  openings = openingsFor({ ...own, portalPath: await inviteGuest() })
})
after(() => t[Symbol.asyncDispose]())

const streamed = () => routesOf(t.app).filter(({ body }) => body !== null)

test('each route that reads its body as a stream has a row in the table', () => {
  assert.deepEqual(
    streamed()
      .map(({ method, url }) => `${method} ${url}`)
      .sort(),
    Object.keys(openings).sort(),
  )
})

/**
 * Sizes below the lowest limit, beyond a socket's buffer, beyond every buffer, and longer than a connection is kept
 * for.
 */
const sizes = [200, 300_000, 900_000, 1_500_000]
const variants = [
  'as it should be',
  'without a credential',
  'with a type that nothing has',
  'with a query that nothing has',
]
const framings = ['by its length', 'in chunks'] as const

for (const variant of variants)
  test(`after each rejection, the next request gets a response, or the connection’s end was announced: ${variant}`, async (c) => {
    await refillLimits()
    for (const [route, opening] of Object.entries(openings)) {
      const { path } = opening
      for (const size of sizes)
        for (const framing of framings) {
          const label = `${route}, ${size} bytes ${framing}`
          const lines = [
            `${route.split(' ')[0]} ${path}${/query/.test(variant) ? `${path.includes('?') ? '&' : '?'}nope=1` : ''} HTTP/1.1`,
            'host: a',
            `content-type: ${/type/.test(variant) ? 'x/nothing' : opening.type}`,
            ...(/credential/.test(variant) ? [] : [`authorization: Bearer ${w.person.token}`]),
          ]
          const text = opening.begins.padEnd(size, 'x')
          await asksTwice(c, lines, framing === 'in chunks' ? inChunks(text) : withLength(text), label)
        }
    }
  })

test('a rejection before the end of a short body keeps the connection open for the next request', async (c) => {
  await refillLimits()
  for (const [route, opening] of Object.entries(openings)) {
    const line = await openRaw(c, t.url)
    const head = `${route.split(' ')[0]} ${opening.path} HTTP/1.1\r\nhost: a\r\nauthorization: nonsense`
    line.write(`${head}\r\ncontent-type: ${opening.type}\r\ncontent-length: 600000\r\n\r\n${'x'.repeat(1_000)}`)
    const { status, headers } = await inTime(line.answer(), route)
    assert.deepEqual([status, headers.connection], [401, 'keep-alive'], route)
    await line.send(Buffer.alloc(599_000))
    line.write(next)
    assert.equal((await inTime(line.answer(), route)).status, 200, route)
  }
})

test('HEAD on each route gets a response, even if GET returns an endless stream', async () => {
  await refillLimits()
  for (const { method, url } of routesOf(t.app)) {
    if (method !== 'HEAD') continue
    const path = url.replace('*', 'x').replace(/:\w+/g, w.profileId)
    const head = () =>
      fetch(t.url + path, { method, headers: { authorization: `Bearer ${w.person.token}` }, redirect: 'manual' })
    assert.ok((await inTime(head(), path)).status < 500, path)
  }
})

/** A visitor may comment ten times a minute. */
const refillLimits = () => t.advance(minutes(1))
const next = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'
const withLength = (text: string) => `content-length: ${text.length}\r\n\r\n${text}`
const inChunks = (text: string) => {
  const chunks = [text.slice(0, 65_536), text.slice(65_536)].filter((one) => one !== '')
  const written = chunks.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`)
  return `transfer-encoding: chunked\r\n\r\n${written.join('')}0\r\n\r\n`
}

async function asksTwice(c: TestContext, lines: readonly string[], rest: string, label: string): Promise<void> {
  const line = await openRaw(c, t.url)
  const sent = line.send(Buffer.from(`${lines.join('\r\n')}\r\n${rest}`))
  const { status, headers } = await inTime(line.answer(), label)
  assert.ok(status >= 200 && status < 500, `${label}: ${status}`)
  await inTime(sent, label)
  if (headers.connection === 'close') {
    line.end()
    await inTime(line.closed, `${label}: the end that was announced`)
    return
  }
  line.write(next)
  assert.equal((await inTime(line.answer(), label)).status, 200, label)
  line.destroy()
}

/** Fails if nothing arrives. The duration itself does not matter. */
async function inTime<Result>(what: Promise<Result>, label: string): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`nothing came: ${label}`)), patienceMs(20_000))
  try {
    return await Promise.race([what, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function presign(): Promise<string> {
  const { body } = await w.person.post('/v1/media/presign-upload', { fileName: 'a.png', contentType: 'image/png' })
  return new URL(body.uploadUrl).pathname
}

async function share(): Promise<string> {
  const draft = { profileId: w.profileId, content: 'Shown', platforms: ['bluesky'], saveAsDraft: true }
  const { body: post } = await w.ada.post('/v1/posts', draft)
  return (await w.ada.post(`/v1/posts/${post.id}/share-link`, { comments: true })).body.token
}

async function inviteGuest(): Promise<string> {
  const { body } = await w.ada.post(`/v1/profiles/${w.profileId}/guests`, greta)
  return new URL(body.url).pathname
}
