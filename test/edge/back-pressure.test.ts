import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { readForm } from '#infra/http/request/multipart.ts'
import { formBody } from '#infra/http/schemas.ts'
import { startEdge } from '../harness/own-edge.ts'
import { patienceMs } from '../harness/patience.ts'

const fields = z.strictObject({})
const boundary = 'frontier'
const asForm = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const end = `--${boundary}--\r\n`

test('20 MB are streamed without being held in memory, and a slow reader slows down the client', async (c) => {
  const total = 20 * 1024 * 1024
  let sent = 0
  let sentUnread = 0
  const { url } = await startEdge(c, (app) => {
    app.post('/slow', {
      config: { access: { credential: 'none' }, body: 'multipart' },
      schema: { operationId: 'slow', body: formBody(fields), response: { 200: z.object({ size: z.int() }) } },
      handler: async (request) => {
        const form = await readForm(request, {
          maxFileBytes: total,
          fields,
          file: async ({ stream }) => {
            let size = 0
            for await (const chunk of stream) {
              if (size === 0) await until(isStill(() => sent))
              if (size === 0) sentUnread = sent
              size += chunk.length
            }
            return size
          },
        })
        return { size: form.file }
      },
    })
  })
  const chunk = Buffer.alloc(65_536)
  async function* body() {
    yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`)
    for (; sent < total; sent += chunk.length) yield chunk
    yield Buffer.from(`\r\n${end}`)
  }
  const init = { method: 'POST', headers: asForm, body: body(), duplex: 'half' } as unknown as RequestInit
  const answer = await fetch(`${url}/slow`, init)
  assert.deepEqual([answer.status, await answer.json()], [200, { size: total }])
  // The rest is in the buffers of both sockets, whose size depends on the machine.
  assert.ok(sentUnread < total / 2, `${sentUnread} bytes were accepted from the client without being read`)
})

/** Returns a check that a value has stayed the same for a while. */
function isStill(figure: () => number): () => boolean {
  let [last, times] = [-1, 0]
  return () => {
    times = figure() === last ? times + 1 : 0
    last = figure()
    return times > 30
  }
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs()
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'it did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
