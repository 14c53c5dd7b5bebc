import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { mediaMaxBytes, tableMaxBytes } from '#rules/file-size.ts'
import { CommandFailure } from './exit-codes.ts'

/**
 * Files that a command reads. A name may stand for anything: a pipe, a device that never ends, a disk image. So nothing
 * is read beyond the bound of its use, whatever the size that the file claims to have.
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

/** Reads a table; a pipe is one, too. */
export async function readTable(file: string): Promise<Buffer<ArrayBuffer>> {
  const table = await readBounded(file, tableMaxBytes).catch((error: Error) => {
    throw new CommandFailure('fault', `${file} cannot be read: ${error.message}.`)
  })
  return table ?? tooLarge(file)
}

/** Reads standard input. No command needs more of it than a table has. */
export async function readStandardInput(stream: Bytes): Promise<string> {
  return (await readToEnd(stream, tableMaxBytes))?.toString('utf8') ?? tooLarge('Standard input')
}

function tooLarge(name: string): never {
  throw new CommandFailure('refused', `${name} has more than ${tableMaxBytes} bytes. At most these are read.`)
}

/** Returns the size of a file to be uploaded. Refuses everything that has none, such as a folder, a pipe or a device. */
export async function sizeToUpload(file: string): Promise<number> {
  const found = await stat(file).catch((error: Error) => {
    throw new CommandFailure('fault', `${file} cannot be read: ${error.message}.`)
  })
  if (!found.isFile())
    throw new CommandFailure('fault', `${file} is not a file. Save what it gives in one, and upload that.`)
  if (found.size > mediaMaxBytes)
    throw new CommandFailure('refused', `${file} has ${found.size} bytes. At most ${mediaMaxBytes} are accepted.`)
  return found.size
}
