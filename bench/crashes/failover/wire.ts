import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The only way to a server, which can lose what some of those who use it send. */
interface Wire extends AsyncDisposable {
  /** Loses everything between the server and the users of sessions that `isCut` names, as a partition does. */
  cut(isCut: (user: string) => boolean): void
  /** Restores the connection. Held data arrives now, because TCP resends it. */
  heal(): void
}

interface Address {
  readonly host: string
  readonly port: number
}

export async function openWire(at: Address, target: Address): Promise<Wire> {
  let isCut: (user: string) => boolean = () => false
  const passengers = new Set<Passenger>()
  const server = createServer((front) => {
    const passenger = lead(front, connect(target), (user) => isCut(user))
    passengers.add(passenger)
    front.once('close', () => passengers.delete(passenger))
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  return {
    cut(which) {
      isCut = which
    },
    heal() {
      isCut = () => false
      for (const { flush } of passengers) flush()
    },
    async [Symbol.asyncDispose]() {
      for (const { end } of passengers) end()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A connection through the wire. */
interface Passenger {
  /** Sends on what was held back. */
  flush(): void
  end(): void
}

function lead(front: Socket, back: Socket, isCut: (user: string) => boolean): Passenger {
  let user: string | null = null
  const held: (() => void)[] = []
  /** Passes something on, or keeps it until the wire is healed. A session that has not named its user yet is let through. */
  const pass = (deliver: () => void): void => {
    if (user !== null && isCut(user)) held.push(deliver)
    else deliver()
  }
  for (const [from, to] of [[front, back] as const, [back, front] as const]) {
    from.on('error', () => {})
    from.on('data', (chunk: Buffer) => {
      if (from === front) user ??= userOf(chunk)
      pass(() => void to.write(chunk))
    })
    from.on('close', () => pass(() => void to.destroy()))
  }
  return {
    flush() {
      for (const deliver of held.splice(0)) deliver()
    },
    end() {
      front.destroy()
      back.destroy()
    },
  }
}

/** Returns the user that the first message of a session names; null for the question after encryption before it. */
function userOf(message: Buffer): string | null {
  const words = message.subarray(8).toString('latin1').split('\0')
  const at = words.indexOf('user')
  return at === -1 ? null : (words[at + 1] ?? null)
}
