import type { FileHandle } from 'node:fs/promises'
import { Damaged, type Source } from '../contract.ts'

const windowBytes = 65_536
const maxReadBytes = 1_048_576

/**
 * Opens a file as a source. The bytes around the last read are buffered, so that a reader may advance in small steps.
 * Each window is a new buffer, so the bytes that a reader receives never change.
 */
export function sourceOf(handle: FileHandle, size: number): Source {
  let window: Buffer = Buffer.alloc(0)
  let windowStart = 0

  async function load(start: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size - start)))
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  }

  return {
    size,
    async read(start, length) {
      if (length > maxReadBytes) throw new RangeError(`A reader asked for ${length} bytes at once.`)
      if (length > windowBytes) return load(start, length)
      const inWindow = start >= windowStart && start + length <= windowStart + window.length
      if (!inWindow) {
        window = await load(start, windowBytes)
        windowStart = start
      }
      return window.subarray(start - windowStart, start - windowStart + length)
    },
  }
}

/** Reads exactly `length` bytes; throws if the file ends too early. */
export async function exactly(source: Source, start: number, length: number, what: string): Promise<Buffer> {
  const bytes = await source.read(start, length)
  if (bytes.length < length) {
    throw new Damaged(`The file ends at byte ${source.size}, in the middle of ${what} at byte ${start}.`)
  }
  return bytes
}

/** Reads the whole file into memory, in the chunks that a source returns. The caller has checked its size. */
export async function wholeOf(source: Source): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(source.size)
  for (let at = 0; at < source.size; ) {
    const bytes = await exactly(source, at, Math.min(maxReadBytes, source.size - at), 'the document')
    whole.set(bytes, at)
    at += bytes.length
  }
  return whole
}

/** True if [start, end) contains only zeros. */
export async function isBlank(source: Source, start: number, end: number): Promise<boolean> {
  for (let at = start; at < end; at += windowBytes) {
    const bytes = await source.read(at, Math.min(windowBytes, end - at))
    if (bytes.some((byte) => byte !== 0)) return false
  }
  return true
}
