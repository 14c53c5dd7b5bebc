import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give higher ports to outgoing connections, and one could take the port before its process listens on it. */
const [lowest, highest] = [11_000, 30_000]
const mostTries = 100

/** Finds a port that was free a moment ago, for a process that must know its own URL before it starts. */
export async function findFreePort(): Promise<number> {
  for (let nth = 0; nth < mostTries; nth += 1) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${mostTries} ports was free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
