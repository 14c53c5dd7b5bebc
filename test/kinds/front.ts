import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A URL that is known before the application has one, because the application must know its own: some networks fetch
 * files from it.
 */
interface Front extends AsyncDisposable {
  readonly url: string
  leadTo(url: string): void
}

export async function openFront(): Promise<Front> {
  let port = 0
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [[from, to] as const, [to, from] as const]) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      port = Number(new URL(url).port)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
