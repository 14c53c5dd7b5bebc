import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Edit } from './contract.ts'

/** Suffix of a file's name while it is being rewritten. */
export const editedSuffix = '.edited'

/**
 * Applies the edits from an examination. If no edit changes a length, the file is edited in place, so that a video of
 * 500 MB costs a few writes. Otherwise a new file is written next to it, as a stream, and replaces it.
 */
export async function applyEdits(path: string, edits: readonly Edit[]): Promise<void> {
  if (edits.length === 0) return
  await using handle = await open(path, 'r+')
  const { size, mode } = await handle.stat()
  assertOrderly(edits, size)
  if (edits.every(({ start, end, bytes }) => bytes.length === end - start)) {
    await mendInPlace(handle, edits)
    return
  }
  // An edit that only truncates the file does not need a second file either.
  const [only] = edits
  if (edits.length === 1 && only !== undefined && only.end === size && only.bytes.length === 0) {
    await handle.truncate(only.start)
    return
  }
  const beside = path + editedSuffix
  try {
    await pipeline(Readable.from(pieces(path, edits, size)), createWriteStream(beside, { flags: 'wx', mode }))
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

async function mendInPlace(handle: FileHandle, edits: readonly Edit[]): Promise<void> {
  for (const { start, bytes } of edits) {
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done, start + done)).bytesWritten
    }
  }
}

async function* pieces(path: string, edits: readonly Edit[], size: number): AsyncGenerator<Buffer> {
  let at = 0
  for (const { start, end, bytes } of edits) {
    yield* copied(path, at, start)
    if (bytes.length > 0) yield bytes
    at = end
  }
  yield* copied(path, at, size)
}

async function* copied(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: 262_144 })
}

function assertOrderly(edits: readonly Edit[], size: number): void {
  let at = 0
  for (const { start, end } of edits) {
    if (start < at || end < start || end > size) {
      throw new RangeError(`An edit of [${start}, ${end}) does not follow ${at} within a file of ${size} bytes.`)
    }
    at = end
  }
}
