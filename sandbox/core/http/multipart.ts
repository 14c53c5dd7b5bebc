import { receiver } from './receive.ts'
import type { Field, ReceivedFile } from './request.ts'

const maxHeadBytes = 16 * 1024
const maxFieldBytes = 1024 * 1024

type Part = { readonly field: string; readonly filename: string | null; readonly mime: string }

/**
 * Reads multipart/form-data as it arrives, so that a video is never in memory whole. The reader looks for the delimiter
 * in the bytes it holds, and passes on all but the last few, which could be the beginning of one.
 */
export async function readMultipart(
  pieces: AsyncIterable<Buffer>,
  boundary: string,
): Promise<{ fields: Field[]; files: ReceivedFile[] } | null> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const fields: Field[] = []
  const files: ReceivedFile[] = []
  // The first delimiter has no line end before it. Adding one makes it like all others.
  let held: Buffer = Buffer.from('\r\n')
  let part: Part | null = null
  let into = receiver()
  let state: 'before' | 'head' | 'body' | 'over' = 'before'

  const endPart = (): boolean => {
    if (part === null) return true
    const received = into.done()
    if (part.filename === null) {
      if (received.size > maxFieldBytes) return false
      fields.push([part.field, received.bytes.toString('utf8')])
    } else {
      files.push({ ...received, field: part.field, filename: part.filename, mime: part.mime })
    }
    part = null
    return true
  }

  for await (const piece of pieces) {
    if (state === 'over') continue
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    for (let moved = true; moved; ) {
      moved = false
      if (state === 'head') {
        // After a delimiter: `--` ends the body, a line end begins a part.
        if (held.length >= 2 && held.toString('latin1', 0, 2) === '--') {
          state = 'over'
          break
        }
        const end = held.indexOf('\r\n\r\n')
        if (end < 0 && held.length > maxHeadBytes) return null
        if (end < 0) break
        part = readHead(held.toString('utf8', 0, end))
        if (part === null) return null
        into = receiver()
        held = held.subarray(end + 4)
        state = 'body'
        moved = true
      } else if (state === 'body' || state === 'before') {
        const at = held.indexOf(delimiter)
        const upTo = at < 0 ? Math.max(0, held.length - delimiter.length + 1) : at
        if (state === 'body' && upTo > 0) into.take(held.subarray(0, upTo))
        held = held.subarray(at < 0 ? upTo : at + delimiter.length)
        if (at >= 0) {
          if (!endPart()) return null
          state = 'head'
          moved = true
        }
      }
    }
  }
  return state === 'over' ? { fields, files } : null
}

function readHead(head: string): Part | null {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(head)?.[1]
  if (disposition === undefined) return null
  const field = parameter(disposition, 'name')
  if (field === null) return null
  const mime = /^content-type:\s*([^\s;]+)/im.exec(head)?.[1] ?? 'application/octet-stream'
  return { field, filename: parameter(disposition, 'filename'), mime: mime.toLowerCase() }
}

function parameter(disposition: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition)
  if (!found) return null
  return (found[1] ?? found[2] ?? '').replace(/%22/g, '"').replace(/\\(.)/g, '$1')
}
