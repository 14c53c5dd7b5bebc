import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOf } from './multipart.ts'

test('a form states its exact length in advance and sends file and text unchanged', async () => {
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255])
  const file = {
    contentType: 'image/jpeg',
    size: bytes.length,
    async *stream() {
      yield bytes.subarray(0, 2)
      yield bytes.subarray(2)
    },
  }
  const words = 'Ein Hafen — „früh“\r\nam Tag'
  const form = formOf(file, { description: words }, 'edge-1', 'source')
  const whole = Buffer.concat(await Array.fromAsync(form.body))
  assert.equal(whole.length, form.contentLength)
  const read = await new Response(whole, { headers: { 'content-type': form.contentType } }).formData()
  assert.equal(read.get('description'), words)
  const got = read.get('source')
  assert.ok(got instanceof File)
  assert.deepEqual([got.name, got.type, Buffer.from(await got.arrayBuffer())], ['file.jpg', 'image/jpeg', bytes])
})
