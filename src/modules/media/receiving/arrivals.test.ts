import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { type MediaWorker, OwnerSuspended } from '#infra/media-worker/index.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { formOf } from '#test/harness/form.ts'
import { until } from '#test/harness/until.ts'
import { filesOf, serveWith, upload } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'

/** Faulty or badly timed uploads leave nothing behind. */
let t: TestApp
let ada: Person
let png: Buffer
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  png = await noise(20, 20).png().toBuffer()
})
after(() => t[Symbol.asyncDispose]())

test('400: if a form has an error after its file, nothing of the file is kept', async () => {
  const { body, contentType } = formOf({ file: png, fileName: 'a.png' })
  const boundary = contentType.split('boundary=')[1]
  const more = `\r\ncontent-disposition: form-data; name="folder"\r\n\r\nx\r\n--${boundary}--\r\n`
  const form = Buffer.concat([body.subarray(0, body.lastIndexOf('--\r\n')), Buffer.from(more)])
  const headers = { 'content-type': contentType }
  const answer = await ada.call('POST', '/v1/media/upload', form, { headers })
  assert.deepEqual([answer.status, answer.body.errors[0].path], [400, '/folder'], answer.text)
  assert.deepEqual(await filesOf(t), [])
})

test('an aborted upload keeps nothing', async () => {
  const { body, contentType } = formOf({ file: Buffer.concat([png, Buffer.alloc(200_000)]), fileName: 'a.png' })
  const call = request(`${t.url}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': contentType, 'content-length': body.length },
  })
  call.on('error', () => {})
  call.write(body.subarray(0, 150_000))
  await until('a file in scratch', async () => (await filesOf(t)).length === 1)
  call.destroy()
  await until('empty scratch', async () => (await filesOf(t)).length === 0)
})

test('400 media_type_not_allowed: a type is refused by its first bytes, before the rest arrives', async () => {
  const { body, contentType } = formOf({ file: Buffer.alloc(300_000, 'not a picture '), fileName: 'a.png' })
  const call = request(`${t.url}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': contentType, 'content-length': body.length },
  })
  call.on('error', () => {})
  call.write(body.subarray(0, 20_000))
  const [answer] = await once(call, 'response')
  assert.equal(answer.statusCode, 400)
  call.destroy()
  assert.deepEqual(await filesOf(t), [])
})

test('503 media_busy: nothing is stored if too many files are waiting for examination', async () => {
  const mediaWorker = { ...t.deps.mediaWorker, examine: () => Promise.reject(new NoTurn('full')) }
  await using served = await serveWith(t, { mediaWorker })
  const { status, body, headers } = await upload(served, ada, { file: png })
  assert.deepEqual([status, body.code], [503, 'media_busy'])
  assert.ok(Number(headers['retry-after']) > 0)
  assert.deepEqual(await filesOf(t), [])
})

test('429 media_suspended: after two files that reach the limit, the response states the time to wait', async () => {
  const mediaWorker = { ...t.deps.mediaWorker, examine: () => Promise.reject(new OwnerSuspended(90_000)) }
  await using served = await serveWith(t, { mediaWorker })
  const { status, body, headers } = await upload(served, ada, { file: png })
  assert.deepEqual([status, body.code, headers['retry-after']], [429, 'media_suspended', '90'])
  assert.deepEqual(await filesOf(t), [])
})

test('a file’s examination ends if its sender disconnects, by form or upload URL, and nothing is stored', async () => {
  const signals: AbortSignal[] = []
  const examine: MediaWorker['examine'] = (_path, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      if (!signal) return reject(new Error('no signal'))
      signals.push(signal)
      signal.addEventListener('abort', () => reject(new NoTurn('gone')))
    })
  await using served = await serveWith(t, { mediaWorker: { ...t.deps.mediaWorker, examine } })
  const { body, contentType } = formOf({ file: png, fileName: 'a.png' })
  const place = await ada.call('POST', '/v1/media/presign-upload', { fileName: 'a.png', contentType: 'image/png' })
  const { pathname } = new URL(place.body.uploadUrl)
  const authorization = `Bearer ${ada.token}`
  const sent = [
    { method: 'POST', path: '/v1/media/upload', headers: { authorization, 'content-type': contentType }, body },
    { method: 'PUT', path: pathname, headers: { 'content-type': 'image/png' }, body: png },
  ]
  for (const [nth, { method, path, headers, body }] of sent.entries()) {
    const call = request(`${served.url}${path}`, { method, headers: { ...headers, 'content-length': body.length } })
    call.on('error', () => {})
    call.end(body)
    await until('the file is examined', async () => signals.length === nth + 1)
    assert.equal(signals[nth]?.aborted, false)
    call.destroy()
    await until('the examination ends', async () => signals[nth]?.aborted === true)
    await until('empty scratch', async () => (await filesOf(t)).length === 0)
  }
})
