import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One connection: `send` writes frames, `end` closes it, and `refuse` sends another kind of response. */
export interface Connection {
  readonly headers: IncomingHttpHeaders
  send(text: string): void
  end(): void
  refuse(status: number, headers?: Record<string, string>, body?: string): void
}

/**
 * Opens the server side of `posthorn listen`, as far as the protocol needs it. Each connection is handled by the next
 * function, and the last function repeats.
 */
export async function openEventServer(...turns: ((connection: Connection) => void)[]) {
  const paths: (string | undefined)[] = []
  const requested: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    requested.push(request.headers)
    paths.push(request.url)
    turns[Math.min(requested.length, turns.length) - 1]?.(connectionOf(request.headers, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests of the connections. */
    requests: requested,
    paths,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function connectionOf(headers: IncomingHttpHeaders, response: ServerResponse): Connection {
  return {
    headers,
    send(text) {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(text)
    },
    end: () => void response.end(),
    refuse: (status, given = {}, body = '') => void response.writeHead(status, given).end(body),
  }
}

/** Builds an event as Posthorn writes it into the stream; `data` is the body of a webhook. */
export function frameOf(nth: number, type: string, about: object = {}): { frame: string; data: string } {
  const createdAt = '2026-11-21T08:00:00.000Z'
  const data = JSON.stringify({ id: `evt_${nth}`, type, createdAt, data: { postId: `post_${nth}`, ...about } })
  return { frame: `id: evt_${nth}\nevent: post.changed\ndata: ${data}\n\n`, data }
}
