import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, readEncodings } from './encodings.ts'
import { addVary } from './vary.ts'

/** A shorter response fits into one packet anyway. */
const worthBytes = 1_024

/** Qualities that cost about as much time as they save in transit. The work is done outside the event loop. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipped = { level: 5 }
const whole = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotli),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, gzipped),
} as const satisfies Record<Encoding, unknown>
/** Each chunk is sent as soon as it is written, so a long list still arrives while it is being read. */
const piecewise = {
  br: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ ...gzipped, flush: constants.Z_SYNC_FLUSH }),
} as const satisfies Record<Encoding, unknown>

/** Compresses JSON for clients that accept it. Files and pages are compressed separately. */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isJson(reply) || reply.hasHeader('content-encoding')) return payload
    addVary(reply, 'accept-encoding')
    const encoding = chooseEncoding(request)
    if (encoding === null) return payload
    if (payload instanceof Readable) {
      announce(reply, encoding)
      // An error in one ends the other; the reader of the compressed stream sees it.
      return pipeline(payload, piecewise[encoding](), () => {})
    }
    if (typeof payload !== 'string' || payload.length < worthBytes) return payload
    announce(reply, encoding)
    return whole[encoding](Buffer.from(payload))
  })
}

const isJson = (reply: FastifyReply): boolean =>
  /^application\/(?:problem\+)?json\b/.test(String(reply.getHeader('content-type') ?? ''))

function chooseEncoding({ method, headers }: FastifyRequest): Encoding | null {
  if (method === 'HEAD') return null
  const accepted = readEncodings(String(headers['accept-encoding'] ?? ''))
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}

function announce(reply: FastifyReply, encoding: Encoding): void {
  reply.header('content-encoding', encoding)
  reply.removeHeader('content-length')
}
