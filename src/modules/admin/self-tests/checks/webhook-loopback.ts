import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { seconds } from '#kernel/clock.ts'
import { createWebhookHttp, newSecret, signedHeaders } from '#modules/webhooks/index.ts'
import type { Finding, SelfTest } from '../deps.ts'

interface Received {
  readonly body: string
  readonly signature: string
}

/** Sends a signed webhook to a receiver in this process, and checks the signature like a receiver. */
export const webhookLoopback: SelfTest = {
  name: 'webhook-loopback',
  about: 'A signed webhook arrives intact at a receiver in this process.',
  async run({ clock }): Promise<Finding> {
    const received = Promise.withResolvers<Received>()
    const server = createServer(async (request, response) => {
      const body = await text(request)
      response.writeHead(204).end()
      received.resolve({ body, signature: String(request.headers['x-service-signature']) })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const http = createWebhookHttp({ allowPrivateWebhooks: true, sandbox: null })
    try {
      const secret = newSecret()
      const body = JSON.stringify({ type: 'webhook.test' })
      const { body: answer } = await http.stream({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        method: 'POST',
        headers: signedHeaders({
          id: 'evt_selftest',
          type: 'webhook.test',
          body,
          at: clock.now(),
          secrets: { current: secret, previous: [] },
        }),
        body,
        timeoutMs: seconds(5),
        maxBytes: 1_024,
      })
      answer.resume()
      const got = await received.promise
      const expected = `sha256=${createHmac('sha256', secret).update(got.body).digest('hex')}`
      return got.body === body && got.signature === expected
        ? { ok: true, code: 'webhook_whole', detail: 'The webhook arrived intact with a valid signature.' }
        : {
            ok: false,
            code: 'webhook_changed',
            detail: 'The webhook was changed in transit. Something on this machine rewrites traffic.',
          }
    } finally {
      await http.close()
      server.closeAllConnections()
      server.close()
    }
  },
}
