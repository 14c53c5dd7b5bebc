import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { patienceMs } from '../harness/patience.ts'

/** Starts a server on a free loopback port and closes it with the test. */
async function start(t: TestContext, server: Server) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, sockets, connections: () => connections }
}

/** Starts an HTTP server that records its requests. */
export async function web(t: TestContext, answer: RequestListener) {
  const requestOptions: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requestOptions.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  return { requests: requestOptions, ...(await start(t, server)) }
}

/** Starts a TCP server that acts once the first bytes of a request have arrived and counts the bytes. */
export async function raw(t: TestContext, onRequest: (socket: Socket, nth: number) => void) {
  let bytes = 0
  let nth = 0
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      bytes += chunk.length
      onRequest(socket, ++nth)
    })
  })
  return { ...(await start(t, server)), bytes: () => bytes, requests: () => nth }
}

/** Waits for a condition that must become true. */
export async function until(holds: () => boolean) {
  const deadline = performance.now() + patienceMs()
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'it did not come to be so in time')
    await nextTurn()
  }
}
