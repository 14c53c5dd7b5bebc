import { Socket } from 'node:net'

/** The bytes sent over connections of this process, in both directions. */
interface Bytes {
  readonly database: number
  /** Networks and receivers of webhooks. */
  readonly outside: number
}

/** Counts the bytes of every connection that this process opens. The embedded database is reached through a file. */
export function countBytes(): () => Bytes {
  const opened = { database: new Set<Socket>(), outside: new Set<Socket>() }
  const prototype = Socket.prototype as unknown as { connect(...given: unknown[]): unknown }
  const plain = prototype.connect
  prototype.connect = function connect(this: Socket, ...given) {
    opened[typeof given[0] === 'string' ? 'database' : 'outside'].add(this)
    return plain.apply(this, given)
  }
  const sum = (sockets: Set<Socket>): number =>
    [...sockets].reduce((all, { bytesRead, bytesWritten }) => all + bytesRead + bytesWritten, 0)
  return () => ({ database: sum(opened.database), outside: sum(opened.outside) })
}
