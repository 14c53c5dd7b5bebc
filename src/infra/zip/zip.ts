import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  readonly body: AsyncIterable<string | Uint8Array>
  /** True for bytes that compressing would not make smaller, such as pictures. */
  readonly isCompressed?: boolean
}

/**
 * Returns a zip file that is written while it is read, one entry after the other, so memory stays small however large
 * it is. When an entry fails, the stream breaks: a reader never takes half a file for a whole one.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream, { objectMode: false })
  let current: Readable | null = null
  const write = async (): Promise<void> => {
    for await (const { name, body, isCompressed = false } of entries) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      // A stream is closed itself: a reader around it that was never read would leave it open.
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
  // A reader who goes away ends the entry that is being read, and no more follow.
  out.once('close', () => current?.destroy())
  write().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  return out
}
