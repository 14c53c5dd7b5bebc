import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Received bytes in a file, with their size and hashes. */
interface Blob {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly md5: string
}

export interface Kept {
  readonly blob: Blob
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

interface OpenUpload {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly parts: Map<number, Blob>
}

const partBytesMin = 5 * 1024 * 1024

/** Creates the storage of a store: objects and incomplete uploads. The bytes are in a temporary folder. */
export async function createShelf() {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-s3-'))
  const objects = new Map<string, Kept>()
  const uploads = new Map<string, OpenUpload>()
  const put = (key: string, blob: Blob, headers: Readonly<Record<string, string>>, etag = blob.md5): Kept => {
    const kept = { blob, headers, etag: `"${etag}"` }
    objects.set(key, kept)
    return kept
  }
  return {
    objects,
    uploads,
    put,
    async take(body: Readable): Promise<Blob> {
      const path = join(folder, randomUUID())
      const [sha256, md5] = [createHash('sha256'), createHash('md5')]
      let size = 0
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          sha256.update(chunk)
          md5.update(chunk)
          size += chunk.length
          done(null, chunk)
        },
      })
      await pipeline(body, count, createWriteStream(path))
      return { path, size, sha256: sha256.digest('hex'), md5: md5.digest('hex') }
    },
    async copy(key: string, from: Kept, headers: Readonly<Record<string, string>>): Promise<Kept> {
      const path = join(folder, randomUUID())
      await copyFile(from.blob.path, path)
      return put(key, { ...from.blob, path }, headers)
    },
    open(key: string, headers: Readonly<Record<string, string>>): string {
      const id = randomUUID()
      uploads.set(id, { key, headers, parts: new Map() })
      return id
    },
    /** Completes an upload. Returns the object, or S3's error. */
    async complete(id: string, named: readonly { readonly number: number; readonly etag: string }[]) {
      const upload = uploads.get(id)
      if (!upload) return 'NoSuchUpload'
      const blobs: Blob[] = []
      for (const { number, etag } of named) {
        const blob = upload.parts.get(number)
        if (!blob || `"${blob.md5}"` !== etag) return 'InvalidPart'
        blobs.push(blob)
      }
      if (blobs.length === 0) return 'MalformedXML'
      if (named.some(({ number }, at) => at > 0 && number <= named[at - 1]!.number)) return 'InvalidPartOrder'
      if (blobs.slice(0, -1).some(({ size }) => size < partBytesMin)) return 'EntityTooSmall'
      const path = join(folder, randomUUID())
      await writeFile(path, '')
      for (const blob of blobs) {
        await appendFile(path, await readFile(blob.path))
        await rm(blob.path)
      }
      uploads.delete(id)
      const md5s = createHash('md5').update(Buffer.concat(blobs.map(({ md5 }) => Buffer.from(md5, 'hex'))))
      const size = blobs.reduce((sum, blob) => sum + blob.size, 0)
      const blob: Blob = { path, size, sha256: '', md5: '' }
      return put(upload.key, blob, upload.headers, `${md5s.digest('hex')}-${blobs.length}`)
    },
    send: ({ blob }: Kept, start: number, end: number): Readable =>
      end > start ? createReadStream(blob.path, { start, end: end - 1 }) : Readable.from([], { objectMode: false }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
