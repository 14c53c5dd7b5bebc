import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One URL for several servers, like a load balancer: each connection is passed to a server that accepts it. */
interface Front extends AsyncDisposable {
  readonly url: string
}

export async function openFront(ports: readonly number[]): Promise<Front> {
  const open = new Set<Socket>()
  let turn = 0
  const lead = (front: Socket, left: readonly number[]): void => {
    const [port, ...others] = left
    if (port === undefined || front.destroyed) return void front.destroy()
    const back = connect(port, '127.0.0.1')
    open.add(back)
    back.once('connect', () => front.pipe(back).pipe(front))
    let isThrough = false
    back.once('connect', () => {
      isThrough = true
    })
    back.on('error', () => {})
    back.once('close', () => {
      open.delete(back)
      // A server that refuses the connection has not seen the request, so the next server may receive it.
      if (isThrough) front.destroy()
      else lead(front, others)
    })
    front.once('close', () => back.destroy())
  }
  const server = createServer((front) => {
    open.add(front)
    front.on('error', () => {})
    front.once('close', () => open.delete(front))
    turn += 1
    lead(front, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
