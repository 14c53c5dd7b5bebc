import { once } from 'node:events'
import { connect } from 'node:tls'

/**
 * Returns when the certificate of an https URL expires. Whether it is trusted does not matter here, because an expired
 * certificate also has an expiry time. The address must be one of the operator's own.
 */
export async function readCertificateEnd(address: URL, timeoutMs: number): Promise<Date> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(address.port || 443),
    // A literal IP address is not a server name.
    ...(/[:]|^[\d.]+$/.test(host) ? {} : { servername: host }),
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    return new Date(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}
