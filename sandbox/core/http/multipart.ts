import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { receiver } from './receive.ts'
import type { Field, ReceivedFile } from './request.ts'

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
