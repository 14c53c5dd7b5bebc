import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Sendable } from '#connectors/connector.ts'

/** Creates a file server from which networks fetch files. It starts listening with the first file. */
export function createShelf(t: Pick<TestContext, 'after'>) {
  const files = new Map<string, Sendable>()
  let open: Promise<Server> | null = null
  const listening = () =>
    new Promise<Server>((resolve) => {
      const server = createServer((request, response) => {
        const file = files.get(request.url ?? '')
        if (!file) return response.writeHead(404).end()
        response.writeHead(200, { 'content-type': file.contentType, 'content-length': file.size })
        if (request.method === 'HEAD') return response.end()
        return void file.read().then((bytes) => response.end(bytes))
      })
      server.listen(0, '127.0.0.1', () => resolve(server))
    })
  t.after(async () => {
    const server = await open
    server?.closeAllConnections()
    server?.close()
  })
  return {
    async linkTo(file: Sendable): Promise<string> {
      open ??= listening()
      const path = `/${files.size + 1}`
      files.set(path, file)
      return `http://127.0.0.1:${((await open).address() as AddressInfo).port}${path}`
    },
  }
}
