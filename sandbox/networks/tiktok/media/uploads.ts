import { receiver } from '../../../core/http/receive.ts'
import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { arrive, isOpen } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import type { Job, Upload } from '../state/records.ts'
import { invalid, refusal } from '../wire/envelope.ts'
import type { readerOf } from '../wire/fields.ts'
import { bothWays } from '../wire/routes.ts'
import { inspectFile } from './files.ts'

type Plan = Pick<Upload, 'size' | 'chunkSize' | 'chunks'>

/** Reads how an init divides the file into chunks. */
export function planOf(platform: Platform, source: ReturnType<typeof readerOf>): Plan {
  const { rules } = platform
  const size = source.integer('video_size', { min: 1, max: rules.maxVideoBytes })
  const chunkSize = source.integer('chunk_size', { min: 1, max: rules.maxVideoBytes })
  const chunks = source.integer('total_chunk_count', { min: 1, max: 1_000 })
  const { minChunkBytes, maxChunkBytes, maxLastChunkBytes } = rules
  if (chunks !== Math.max(1, Math.floor(size / chunkSize))) return invalid(platform, 'The total chunk count is invalid')
  // A single chunk is the complete file and may be smaller than the minimum chunk size.
  const isSingle = chunks === 1 && chunkSize === size
  if (isSingle ? size > maxChunkBytes : chunkSize < minChunkBytes || chunkSize > maxChunkBytes || chunkSize > size)
    return invalid(platform, 'The chunk size is invalid')
  const last = size - (chunks - 1) * chunkSize
  return last <= maxLastChunkBytes ? { size, chunkSize, chunks } : invalid(platform, 'The chunk size is invalid')
}

export function openUpload(platform: Platform, job: Job, plan: Plan): string {
  const id = platform.nextId()
  const upload: Upload = {
    ...plan,
    id,
    token: platform.secret(),
    job,
    expiresAtMs: platform.world.clock.ms() + platform.rules.uploadMs,
    into: receiver(),
  }
  platform.uploads.set(id, upload)
  return `${platform.base()}/video/?upload_id=${id}&upload_token=${upload.token}`
}

/** The route that receives a file's bytes. Its URL identifies the upload, so no token is sent. */
export function uploadRoutes(platform: Platform): readonly Route[] {
  return bothWays(
    route(
      'PUT',
      '/video/',
      'uploadVideo',
      { accepts: ['bytes'], maxBytes: () => platform.rules.maxLastChunkBytes, writes: true, processes: true },
      (incoming) => takeChunk(platform, incoming),
    ),
  )
}

const types = ['video/mp4', 'video/quicktime', 'video/webm']

function takeChunk(platform: Platform, incoming: Incoming): Answer {
  const { query, body, headers } = incoming
  const upload = platform.uploads.get(query.get('upload_id') ?? '')
  const bad = (what: string) => refusal(platform, 400, 'invalid_params', what)
  if (!upload || upload.token !== query.get('upload_token') || (upload.into !== null && !isOpen(upload.job)))
    return refusal(platform, 404, 'not_found', 'The upload task does not exist.')
  if (upload.expiresAtMs <= platform.world.clock.ms())
    return refusal(platform, 403, 'invalid_param', 'The upload_url has expired.')
  const file = body.kind === 'bytes' ? body : null
  const range = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(headers['content-range'] ?? '')
  if (range === null) return bad('The Content-Range header is missing or malformed.')
  const [first, last, total] = [Number(range[1]), Number(range[2]), Number(range[3])]
  if (file === null || !types.includes(file.mime))
    return bad(`The Content-Type header must be one of ${types.join(', ')}.`)
  if (headers['content-length'] === undefined) return bad('The Content-Length header is missing.')
  if (file.file.size !== last - first + 1) return bad('The Content-Length does not match the Content-Range.')
  const { into, job } = upload
  if (into === null || total !== upload.size || first !== job.uploadedBytes || last !== endOfNext(upload))
    return {
      ...refusal(platform, 416, 'invalid_params', 'The Content-Range does not match.'),
      headers: position(upload),
    }

  into.take(file.file.bytes)
  job.uploadedBytes = into.size
  if (into.size < upload.size) return { status: 206, headers: position(upload) }
  upload.into = null
  const readyAtMs = platform.world.clock.ms() + platform.rules.processingMs + job.slowerMs + incoming.slowProcessingMs
  arrive(platform, job, [inspectFile(platform, 'video', into.done())], readyAtMs)
  return { status: 201, headers: position(upload) }
}

/** Returns the last byte of the next chunk. All chunks have one size, and the last one includes the remainder. */
function endOfNext({ size, chunkSize, chunks, job: { uploadedBytes } }: Upload): number {
  const nr = Math.floor(uploadedBytes / chunkSize)
  return nr >= chunks - 1 ? size - 1 : uploadedBytes + chunkSize - 1
}

/** The header that reports which bytes have arrived. */
const position = ({ size, job: { uploadedBytes } }: Upload): Readonly<Record<string, string>> => ({
  'content-range': uploadedBytes === 0 ? `bytes */${size}` : `bytes 0-${uploadedBytes - 1}/${size}`,
})
