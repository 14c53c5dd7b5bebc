import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { mediaMaxBytes, tableMaxBytes } from '#rules/file-size.ts'
import { CommandFailure } from './exit-codes.ts'

/**
 * Files that a command reads. A path may be anything: a pipe, an endless device, a disk image. So every read has a
 * limit, whatever size the file claims to have.
 */
type Bytes = AsyncIterable<string | Uint8Array>

/** Reads a file to its end. Returns null if it has more bytes than `maxBytes`. */
export const readBounded = (file: string, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> =>
  readToEnd(createReadStream(file, { end: maxBytes }), maxBytes)

async function readToEnd(stream: Bytes, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    const bytes = Buffer.from(piece as Uint8Array)
    pieces.push(bytes)
    size += bytes.length
    if (size > maxBytes) return null
  }
  return Buffer.concat(pieces)
}

/** Reads a table from a file or a pipe. */
export async function readTable(file: string): Promise<Buffer<ArrayBuffer>> {
  const table = await readBounded(file, tableMaxBytes).catch((error: Error) => {
    throw new CommandFailure('fault', `${file} can’t be read: ${error.message}.`)
  })
  return table ?? tooLarge(file)
}

/** Reads standard input, up to the maximum size of a table. No command needs more. */
export async function readStandardInput(stream: Bytes): Promise<string> {
  return (await readToEnd(stream, tableMaxBytes))?.toString('utf8') ?? tooLarge('Standard input')
}

function tooLarge(name: string): never {
  throw new CommandFailure('refused', `${name} is larger than the maximum of ${tableMaxBytes} bytes.`)
}

/** Returns the size of a file to upload. Rejects anything but regular files, such as a folder, a pipe or a device. */
export async function sizeToUpload(file: string): Promise<number> {
  const found = await stat(file).catch((error: Error) => {
    throw new CommandFailure('fault', `${file} can’t be read: ${error.message}.`)
  })
  if (!found.isFile())
    throw new CommandFailure('fault', `${file} isn’t a regular file. Save its contents to a file, and upload that.`)
  if (found.size > mediaMaxBytes)
    throw new CommandFailure('refused', `${file} has ${found.size} bytes. The maximum is ${mediaMaxBytes}.`)
  return found.size
}
