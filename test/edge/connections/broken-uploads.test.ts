import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { openBody } from '#infra/http/request/arrival.ts'
import { bytes } from '#infra/http/schemas.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { startEdge } from '#test/harness/own-edge.ts'
import { openRaw } from '#test/harness/raw-http.ts'
import { until } from '#test/harness/until.ts'

let t: TestApp
/** The errors that would have ended a service's process. */
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)
before(async () => {
  process.on('uncaughtExceptionMonitor', note)
  t = await startApp()
})
after(async () => {
  await t[Symbol.asyncDispose]()
  process.off('uncaughtExceptionMonitor', note)
})

async function uploadPath(): Promise<string> {
  const ada = await t.as('ada')
  const params = { fileName: 'a.png', contentType: 'image/png' }
  const { body } = await ada.post('/v1/media/presign-upload', params)
  return new URL(body.uploadUrl).pathname
}

const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: image/png\r\ncontent-length: ${length}\r\n\r\n`

test('413: a file whose declared length is too large for its upload URL is rejected, and the service keeps running', async (c) => {
  const path = await uploadPath()
  for (const length of [600_000_000, 524_288_001]) {
    const line = await openRaw(c, t.url)
    line.write(head('PUT', path, length))
    const { status, headers, body } = await line.answer()
    assert.deepEqual([status, headers.connection, JSON.parse(body).code], [413, 'close', 'media_too_large'])
  }
  assert.deepEqual(uncaught, [])
})

test('an upload that is aborted at any point affects nothing else and leaves no file', async (c) => {
  const path = await uploadPath()
  for (let turns = 0; turns < 60; turns++) {
    const line = await openRaw(c, t.url)
    line.write(head('PUT', path, 100_000) + 'x'.repeat(turns % 2 === 0 ? 0 : 2_000))
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    if (turns % 4 < 2) line.destroy()
    else line.end()
  }
  assert.equal((await t.anyone.get('/healthz')).status, 200)
  await until('no file in scratch', async () => (await readdir(join(t.folder, 'media', 'scratch'))).length === 0)
  assert.deepEqual(uncaught, [])
})

/** Serves a route that opens and reads its body only on request. */
async function hesitant(c: TestContext) {
  const steps = { opens: Promise.withResolvers<void>(), reads: Promise.withResolvers<void>() }
  const begun = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<unknown>()
  const { url } = await startEdge(c, (app) => {
    app.put('/late', {
      config: { access: { credential: 'none' }, body: 'raw' },
      schema: { operationId: 'late', body: bytes('Anything.'), response: { 200: z.object({ size: z.int() }) } },
      handler: async (request) => {
        begun.resolve()
        request.raw.once('close', () => steps.opens.resolve())
        await steps.opens.promise
        const body = openBody(request, { maxBytes: 1_000 })
        await steps.reads.promise
        try {
          return { size: (await buffer(body)).length }
        } catch (error) {
          failed.resolve(error)
          throw error
        }
      },
    })
  })
  return { url, steps, begun: begun.promise, failed: failed.promise }
}

test('a body that failed before it was read causes an error only for its reader', async (c) => {
  const { url, steps, begun, failed } = await hesitant(c)
  const line = await openRaw(c, url)
  line.write(head('PUT', '/late', 500))
  await begun
  line.destroy()
  await steps.opens.promise
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  steps.reads.resolve()
  assert.equal(((await failed) as { code: string }).code, 'malformed_request')
})

test('a body that is too large before it is read is rejected', async (c) => {
  const { url, steps, begun } = await hesitant(c)
  const line = await openRaw(c, url)
  line.write(head('PUT', '/late', 5_000))
  await begun
  steps.opens.resolve()
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  steps.reads.resolve()
  assert.equal((await line.answer()).status, 413)
})
