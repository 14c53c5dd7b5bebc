import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { bearer } from '../../tools/http.ts'

const chunkBytes = 64 * 1024
const small = readFileSync(join(import.meta.dirname, '../../../test/fixtures/media/plain.mp4'))
/** The length of the small video at the beginning, which is cleaned on arrival. The rest is stored as sent. */
export const cleanedBytes = small.length
const boundary = 'posthorn-bench-boundary'

interface Sent {
  readonly status: number
  readonly text: string
}

/** Generates a real video of any size: a small one plus media data. Its bytes differ by `mark`. */
export function* video(size: number, mark: number): Generator<Buffer> {
  yield small
  const filler = Buffer.alloc(16)
  filler.writeUInt32BE(1, 0)
  filler.write('mdat', 4)
  filler.writeBigUInt64BE(BigInt(size - small.length), 8)
  yield filler
  const chunk = Buffer.alloc(chunkBytes, mark % 251)
  chunk.writeUInt32BE(mark, 0)
  for (let left = size - small.length - filler.length; left > 0; left -= chunkBytes)
    yield left >= chunkBytes ? chunk : chunk.subarray(0, left)
}

function* form(size: number, mark: number): Generator<Buffer> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="video.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  )
  yield* video(size, mark)
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

/** Uploads to the service, as a form with one file. */
export const upload = (url: string, token: string, size: number, mark: number): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const headers = { ...bearer(token), 'content-type': `multipart/form-data; boundary=${boundary}` }
    const call = request(`${url}/v1/media/upload`, { method: 'POST', headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, text: (await response.toArray()).join('') })
    })
    call.on('error', reject)
    Readable.from(form(size, mark), { objectMode: false, highWaterMark: 256 * 1024 })
      .on('error', reject)
      .pipe(call)
  })
