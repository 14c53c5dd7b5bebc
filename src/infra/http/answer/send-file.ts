import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hours } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'

/** A range of bytes of a file; the end is exclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface SentFile {
  readonly size: number
  readonly contentType: string
  /** An identifier of exactly these bytes, without quotes. */
  readonly etag: string
  readonly lastModified: Date
  /** The file name that is suggested when a user saves the file. */
  readonly fileName: string
  /** Maximum age of the file in a client's cache. Defaults to a day. */
  readonly keepMs?: number
  open(range?: ByteRange): Promise<Readable>
}

/**
 * Sends a file or a part of it (RFC 9110: conditions, one range). The files are uploads of strangers, so a browser
 * never runs anything in them as one of our pages. Other origins may embed them, because a dashboard may be on a
 * different origin from the API.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const etag = `"${file.etag}"`
  if (isChanged(request, etag, file.lastModified))
    refuse('precondition_failed', { detail: `The current ETag of the file is ${etag}.` })
  const unchanged = isUnchanged(request, etag, file.lastModified)
  const range = unchanged ? null : rangeOf(request, etag, file)
  if (range === 'beyond') {
    refuse('range_not_satisfiable', {
      detail: `The file has ${file.size} bytes. Request a range within bytes=0-${Math.max(0, file.size - 1)}.`,
      headers: { 'content-range': `bytes */${file.size}`, 'accept-ranges': 'bytes' },
    })
  }
  const headers = {
    etag,
    'last-modified': file.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${Math.floor((file.keepMs ?? hours(24)) / 1_000)}, immutable`,
    // Browsers show documents in a viewer that the policy below would block.
    'content-disposition': `${/^(?:image|video)\//.test(file.contentType) ? 'inline' : 'attachment'}; ${fileNameParameters(file.fileName)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  if (unchanged) return reply.code(304).headers(headers).send()

  const length = range ? range.end - range.start : file.size
  // Open the file first: if that fails, the refusal has none of these headers.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : exactly(await file.open(range ?? undefined), length)
  reply.headers({ ...headers, 'content-type': file.contentType, 'content-length': String(length) })
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${file.size}`)
  return reply.send(bytes)
}

/** True if `If-Match` or `If-Unmodified-Since` fails: the file is not the one that the client has. */
function isChanged({ headers }: FastifyRequest, etag: string, lastModified: Date): boolean {
  if (headers['if-match'] !== undefined) return !listed(headers['if-match'], etag)
  const since = timeOf(headers['if-unmodified-since'])
  return since !== null && toSeconds(lastModified) > since
}

/** True if `If-None-Match`, or without it `If-Modified-Since`, shows that the client already has this file. */
function isUnchanged({ headers }: FastifyRequest, etag: string, lastModified: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return listed(tags.replaceAll('W/"', '"'), etag)
  const since = timeOf(headers['if-modified-since'])
  return since !== null && toSeconds(lastModified) <= since
}

const listed = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === etag)

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1_000)

function timeOf(header: string | undefined): number | null {
  const ms = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000)
}

/**
 * Returns the requested range. Null means the whole file: for no range, several ranges, an invalid range, and an
 * outdated `If-Range`. `beyond` means that the range begins after the end of the file.
 */
function rangeOf({ headers, method }: FastifyRequest, etag: string, file: SentFile): ByteRange | null | 'beyond' {
  const requested = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(headers.range ?? '')
  if (!requested || method !== 'GET' || !isOf(headers['if-range'], etag, file.lastModified)) return null
  const [, first = '', last = ''] = requested
  if (first === '') {
    if (last === '') return null
    const start = Math.max(0, file.size - Number(last))
    return start < file.size ? { start, end: file.size } : 'beyond'
  }
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= file.size) return 'beyond'
  return { start: Number(first), end: last === '' ? file.size : Math.min(Number(last) + 1, file.size) }
}

/** Checks `If-Range`: a part is useful only for the version whose beginning the client has. */
function isOf(header: string | string[] | undefined, etag: string, lastModified: Date): boolean {
  if (header === undefined) return true
  const text = String(header)
  return text.includes('"') ? text.trim() === etag : timeOf(text) === toSeconds(lastModified)
}

/** Returns an ASCII name for old clients and the real one for the others (RFC 6266, RFC 8187). */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * Enforces the announced length. Fewer bytes would look complete to some clients, and more would be read as the next
 * response.
 */
function exactly(source: Readable, length: number): Readable {
  let leftBytes = length
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      leftBytes -= chunk.length
      if (leftBytes < 0) done(new Error(`storage returned more than the requested ${length} bytes`))
      else done(null, chunk)
    },
    flush(done) {
      done(leftBytes > 0 ? new Error(`storage returned ${leftBytes} of ${length} bytes too few`) : null)
    },
  })
  // Each stream ends with the other. The error stays in `counted` for its reader.
  pipeline(source, counted).catch(() => {})
  return counted
}
