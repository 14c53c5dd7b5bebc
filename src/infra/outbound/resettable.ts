import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

interface Resettable {
  readonly connect: buildConnector.connector
  /** Resets the connection: bytes that have not arrived yet never will. */
  reset(): void
}

/**
 * Makes the connections of a connector resettable. An ordinary close delivers the bytes that the system still has to
 * send. So an abandoned request could arrive after the network was searched for it without result. Node cannot reset a
 * TLS socket, so the TCP connection below it is opened first and kept at hand.
 */
export function createResettable(connect: buildConnector.connector): Resettable {
  let tcp: Socket | null = null
  return {
    connect(options, callback) {
      const isSecure = options.protocol === 'https:'
      const plain = isSecure ? { ...options, protocol: 'http:', port: options.port || '443' } : options
      connect(plain, (...result) => {
        const [error, socket] = result
        if (error !== null) return callback(error, null)
        tcp = socket
        if (isSecure) connect({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      })
    },
    reset() {
      if (tcp && !tcp.destroyed) tcp.resetAndDestroy()
    },
  }
}
