import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, readEncodings } from '../answer/encodings.ts'

/** A page or file that stays the same while the process runs: compressed once, and with a tag that browsers compare. */
export interface StoredPage {
  readonly type: string
  readonly bytes: Buffer
  readonly tag: string
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

const worthCompressing = 1_024

export async function storePage(type: string, content: string | Buffer): Promise<StoredPage> {
  const bytes = Buffer.from(content)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  if (bytes.length < worthCompressing || type.startsWith('image/')) return { type, bytes, tag, encoded: {} }
  // A medium quality: the best takes ten seconds for the reference page's script.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  return { type, bytes, tag, encoded: { br, gzip: gz } }
}

interface SendOptions {
  /** The content security policy of a page. Defaults to that of every response, which allows nothing. */
  readonly policy?: string
  /** True for a URL that contains the content's tag, so a browser never requests it again. */
  readonly isImmutable?: boolean
}

/** Sends a stored page as the client can read it, or 304 if the client has it already. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
  { policy, isImmutable = false }: SendOptions = {},
): FastifyReply {
  if (policy) reply.header('content-security-policy', policy)
  reply
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
  const encoding = pickEncoding(request.headers['accept-encoding'], page)
  const tag = `"${page.tag}${encoding ? `-${encoding}` : ''}"`
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(page.type).send((encoding && page.encoded[encoding]) ?? page.bytes)
}

function pickEncoding(accepted: string | undefined, { encoded }: StoredPage): Encoding | null {
  const taken = readEncodings(accepted)
  if (encoded.br && taken.has('br')) return 'br'
  return encoded.gzip && taken.has('gzip') ? 'gzip' : null
}
