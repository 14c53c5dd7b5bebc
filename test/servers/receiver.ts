import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The bytes as received. */
  readonly raw: Buffer
  readonly body: {
    readonly id: string
    readonly type: string
    readonly createdAt: string
    readonly data: Record<string, unknown>
  }
}

/** The response to the nth request, counted from 1. 200 if omitted. `hang` never responds. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'hang'

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  answer: (nth: number, received: Received) => Answer
  /** The maximum number of requests open at once. */
  readonly mostAtOnce: number
}

/** Starts a server that receives webhooks. */
export async function startReceiver(answer: Receiver['answer'] = () => ({ status: 200 })): Promise<Receiver> {
  const received: Received[] = []
  const held = new Set<ServerResponse>()
  let open = 0
  let mostAtOnce = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    open += 1
    mostAtOnce = Math.max(open, mostAtOnce)
    response.on('close', () => {
      open -= 1
      held.delete(response)
    })
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const one = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw.toString('utf8')) }
      received.push(one)
      const said = receiver.answer(received.length, one)
      if (said === 'hang') held.add(response)
      else response.writeHead(said.status, said.headers).end(said.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer,
    get mostAtOnce() {
      return mostAtOnce
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
