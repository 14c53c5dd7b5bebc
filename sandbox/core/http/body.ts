import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { receiver } from './receive.ts'
import type { Body, BodyKind, Field, ReceivedFile } from './request.ts'

/** A body that cannot be read. Each network builds its own error response. */
export class BadBody extends Error {
  readonly reason: 'syntax' | 'type' | 'too_large'
  constructor(reason: BadBody['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

export async function readBody(
  request: IncomingMessage,
  accepts: readonly BodyKind[],
  maxBytes: number,
  keepsCutBody = false,
): Promise<Body> {
  const type = request.headers['content-type'] ?? ''
  const mime = (type.split(';')[0] ?? '').trim().toLowerCase()
  const kind = kindOf(mime)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    request.resume()
    throw new BadBody('too_large', `The body may have ${maxBytes} bytes.`)
  }
  const pieces = limited(request, maxBytes)

  if (accepts.includes('bytes')) {
    // A part of a file is kept completely, because only the code that joins the parts can tell what they are.
    const into = request.headers['content-range'] === undefined ? receiver() : receiver(maxBytes)
    try {
      for await (const piece of pieces) into.take(piece)
    } catch (error) {
      if (!keepsCutBody || error instanceof BadBody) throw error
    }
    return { kind: 'bytes', file: into.done(), mime }
  }
  if (kind !== null && accepts.includes(kind)) {
    if (kind === 'multipart') {
      const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)
      const read = boundary ? await readMultipart(pieces, boundary[1] ?? boundary[2] ?? '') : null
      if (!read) throw new BadBody('syntax', 'The body is not multipart/form-data with the boundary that it names.')
      return { kind, ...read }
    }
    const text = await readText(pieces)
    if (kind === 'form') return { kind, fields: [...new URLSearchParams(text)] }
    return text === '' ? { kind: 'none' } : { kind: 'json', value: parseJson(text) }
  }
  const rest = await readText(pieces)
  if (rest === '' || accepts.length === 0) return { kind: 'none' }
  throw new BadBody('type', mime === '' ? 'The request has a body but no Content-Type.' : `${mime} is not taken here.`)
}

function kindOf(mime: string): BodyKind | null {
  if (mime === 'application/json' || mime.endsWith('+json')) return 'json'
  if (mime === 'application/x-www-form-urlencoded') return 'form'
  return mime === 'multipart/form-data' ? 'multipart' : null
}

export async function* limited(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    size += piece.length
    if (size > maxBytes) {
      // Reads and discards the rest of the body; otherwise the client would not see the response.
      request.resume()
      throw new BadBody('too_large', `The body may have ${maxBytes} bytes.`)
    }
    yield piece
  }
}

async function readText(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadBody('syntax', 'The body is not JSON.')
  }
}

const maxFieldBytes = 1024 * 1024

/**
 * Reads multipart/form-data as it arrives, so that a video is never completely in memory. Returns null for an
 * incomplete form, or one with a field that is too large.
 */
export async function readMultipart(
  pieces: AsyncIterable<Buffer>,
  boundary: string,
): Promise<{ fields: Field[]; files: ReceivedFile[] } | null> {
  const fields: Field[] = []
  const files: ReceivedFile[] = []
  let isTooLarge = false
  let sourceError: unknown = null
  const form = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: { fieldSize: maxFieldBytes },
    // A part with a file name is a file, whatever its type.
    isPartAFile: (_field, _type, filename) => filename !== undefined,
  })
  form.on('field', (name, value, _isNameCut, isCut) => {
    isTooLarge ||= isCut
    fields.push([name, value])
  })
  form.on('file', (field, stream, filename, _encoding, mime) => {
    const into = receiver()
    stream.on('data', (piece: Buffer) => into.take(piece))
    stream.on('end', () => files.push({ ...into.done(), field, filename, mime }))
    // The form itself reports a truncated file.
    stream.on('error', () => {})
  })
  async function* source() {
    try {
      yield* pieces
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  try {
    await pipeline(source, form)
  } catch {
    if (sourceError !== null) throw sourceError
    return null
  }
  return isTooLarge ? null : { fields, files }
}
