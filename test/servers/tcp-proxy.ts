import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '#infra/db/client.ts'

/** A proxy in front of a database or any other server that can make it disappear, immediately or silently. */
export interface TcpProxy extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  readonly url: string
  readonly port: number
  /** Closes every connection, including new ones. */
  refuse(): void
  /** Keeps connections open and accepts new ones, but forwards nothing. */
  silence(): void
  /** Lets new connections through again. Closed ones stay closed. */
  heal(): void
}

export async function openTcpProxy(target: Connection): Promise<TcpProxy> {
  let state: 'open' | 'refusing' | 'silent' = 'open'
  const pairs = new Map<Socket, Socket>()
  const end = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const server = createServer((front) => {
    if (state === 'refusing') return front.destroy()
    const back = connect(toSocketAddress(target))
    pairs.set(front, back)
    for (const [from, to] of [[front, back] as const, [back, front] as const]) {
      from.on('error', () => {})
      from.on('data', (chunk) => {
        if (state === 'open') to.write(chunk)
      })
      from.on('close', () => {
        pairs.delete(front)
        to.destroy()
      })
    }
    return front
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { user, password, database } = accountOf(target)
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `postgres://${user}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}/${database}`,
    refuse() {
      state = 'refusing'
      end()
    },
    silence() {
      state = 'silent'
    },
    heal() {
      state = 'open'
      // Dropped bytes are lost, so nothing sensible can follow on those connections.
      end()
    },
    async [Symbol.asyncDispose]() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}

function toSocketAddress(target: Connection): { path: string } | { host: string; port: number } {
  if ('connectionString' in target) {
    const { hostname, port } = new URL(target.connectionString)
    return { host: hostname, port: Number(port || 5_432) }
  }
  const { host, port } = target
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

function accountOf(target: Connection): { user: string; password: string; database: string } {
  if (!('connectionString' in target)) return { user: target.user, password: '', database: target.database }
  const { username, password, pathname } = new URL(target.connectionString)
  return { user: username, password, database: pathname.slice(1) }
}

/** Returns the connection as a URL for a process. */
export function addressOf(target: Connection): string {
  if ('connectionString' in target) return target.connectionString
  const { host, port, user, database } = target
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
