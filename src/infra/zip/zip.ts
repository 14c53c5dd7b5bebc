import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  readonly body: AsyncIterable<string | Uint8Array>
  /** True for bytes that compression would not make smaller, such as images. */
  readonly isCompressed?: boolean
}

/**
 * Returns a zip file that is written while it is read, one entry after the other, so memory use stays small however
 * large it is. If an entry fails, the stream breaks, so a reader never mistakes half a file for a complete one.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream, { objectMode: false })
  let current: Readable | null = null
  const write = async (): Promise<void> => {
    for await (const { name, body, isCompressed = false } of entries) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      // The stream itself is closed: a reader around it that was never read would leave it open.
      current = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
      current.once('close', resolve).once('error', reject)
      if (out.destroyed) current.destroy()
      else zip.addReadStream(current, name, { mtime: at, compress: !isCompressed })
      await promise
      if (out.destroyed) return
    }
    zip.end()
  }
  zip.on('error', (error: Error) => out.destroy(error))
  // If the reader stops, the entry that is being read ends, and no more follow.
  out.once('close', () => current?.destroy())
  write().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  return out
}
