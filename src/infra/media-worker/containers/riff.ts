import { Damaged, type Source } from '../contract.ts'
import { exactly } from './source.ts'

/**
 * A chunk of RIFF, the format of WebP and AVI. It has a four-letter name and a length, is padded to an even length, and
 * may contain chunks.
 */
export interface Chunk {
  readonly name: string
  readonly start: number
  readonly dataStart: number
  readonly dataEnd: number
  /** The end including the padding. */
  readonly end: number
}

/** Reads the chunk at `start`, which must lie completely within `limit`. */
export async function chunkAt(source: Source, start: number, limit: number): Promise<Chunk> {
  if (start + 8 > limit) throw new Damaged(`The file ends at byte ${start}, where a chunk is required.`)
  const head = await exactly(source, start, 8, 'a chunk')
  const name = head.toString('latin1', 0, 4)
  const length = head.readUInt32LE(4)
  const dataEnd = start + 8 + length
  if (dataEnd > limit) {
    throw new Damaged(
      `The chunk at byte ${start} says it has ${length} bytes, which goes beyond the end at byte ${limit}.`,
    )
  }
  return { name, start, dataStart: start + 8, dataEnd, end: Math.min(dataEnd + (length % 2), limit) }
}

/** Reads a RIFF header: the word `RIFF`, the length and the form. */
export async function riffAt(source: Source, start: number): Promise<{ form: string; end: number }> {
  const head = await exactly(source, start, 12, 'the header of the file')
  if (head.toString('latin1', 0, 4) !== 'RIFF')
    throw new Damaged(`The file lacks a required RIFF header at byte ${start}.`)
  const end = start + 8 + head.readUInt32LE(4)
  if (end > source.size)
    throw new Damaged(`The file header declares an end at byte ${end}, but the file ends at byte ${source.size}.`)
  if (end < start + 12) throw new Damaged('The file says that it is shorter than its own header.')
  return { form: head.toString('latin1', 8, 12), end }
}
