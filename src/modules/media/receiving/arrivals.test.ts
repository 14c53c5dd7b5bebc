import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
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

test('400: a form with a fault after its file keeps nothing of the file', async () => {
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

test('503 media_busy: nothing is kept when too many files wait for examination', async () => {
  const mediaWorker = { ...t.deps.mediaWorker, examine: () => Promise.reject(new NoTurn('full')) }
  await using served = await serveWith(t, { mediaWorker })
  const { status, body, headers } = await upload(served, ada, { file: png })
  assert.deepEqual([status, body.code], [503, 'media_busy'])
  assert.ok(Number(headers['retry-after']) > 0)
  assert.deepEqual(await filesOf(t), [])
})
