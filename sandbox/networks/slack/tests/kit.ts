import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authorizing, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import { slack } from '../slack.ts'

const redirectUri = 'https://app.example/back'
const scope = 'chat:write,commands,files:read,im:history,im:read,im:write,users:read'

/** One request that the app received. */
interface ReceivedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Starts Slack, and an app that records requests and sends configured responses. */
export async function startSlack() {
  const on = await startNetwork('slack', slack)
  const received: ReceivedRequest[] = []
  const configured = { status: 200, body: '', headers: {} as Record<string, string> }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(configured.status, configured.headers).end(configured.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await on.settings({ appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const oauth = authorizing(on, {
    page: '/oauth/v2/authorize',
    authorizeForm: { client_id: 'sandbox-app', redirect_uri: redirectUri, scope },
    token: '/api/oauth.v2.access',
    client: { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' },
  })
  return {
    ...on,
    ...oauth,
    received,
    response: configured,
    /** Calls a method with the token of a person's workspace. */
    api: async (name: string, method: string, args: object = {}): Promise<Reply['body']> =>
      (await oauth.as(name, 'POST', `/api/${method}`, { json: args })).body,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await on.sandbox.close()
    },
  }
}

/** True if the request has the signature that Slack documents. */
export function isSigned({ headers, body }: ReceivedRequest): boolean {
  const time = String(headers['x-slack-request-timestamp'])
  const right = createHmac('sha256', 'sandbox-signing-secret').update(`v0:${time}:${body}`).digest('hex')
  return headers['x-slack-signature'] === `v0=${right}`
}
