import { crc32, inflateSync } from 'node:zlib'
import { type Container, Damaged, type Source } from '../contract.ts'
import { createEditList } from './edit-list.ts'
import { orientationBlock, orientationOf } from './exif.ts'
import { exactly } from './source.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const maxChunks = 200_000
const maxChunkBytes = 0x7fff_ffff
const maxProfileBytes = 4 * 1_048_576
const maxExifBytes = 65_536
const stepBytes = 65_536

const critical = ['IHDR', 'PLTE', 'IDAT', 'IEND']
/** The chunks to keep: color, pixel size, transparency, animation. */
const kept = new Set([
  ...critical,
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
])

interface Chunk {
  readonly name: string
  readonly start: number
  readonly dataStart: number
  readonly dataEnd: number
  readonly end: number
}

/**
 * Reads a PNG and returns the edits that remove its metadata. A PNG is a sequence of chunks, each with a length, a name
 * and a checksum.
 */
export async function readPng(source: Source): Promise<Container> {
  const edits = createEditList()
  const head = await source.read(0, signature.length)
  if (!head.equals(signature)) throw new Damaged('The file does not start with a PNG signature.')
  let at = signature.length
  let hasPixels = false
  let hasExif = false
  for (let count = 0; count < maxChunks; count += 1) {
    const chunk = await chunkAt(source, at)
    const { name, start, dataStart, dataEnd, end } = chunk
    if ((count === 0) !== (name === 'IHDR'))
      throw new Damaged(`The PNG has an unexpected ${name} chunk at byte ${start}. IHDR must come first and only once.`)
    if (name === 'IHDR' && dataEnd - dataStart !== 13) throw new Damaged('The PNG’s IHDR chunk must have 13 bytes.')
    await checkSum(source, chunk)
    hasPixels ||= name === 'IDAT'
    if (name === 'eXIf' && !hasExif && dataEnd - dataStart <= maxExifBytes) {
      hasExif = true
      const tiff = await exactly(source, dataStart, dataEnd - dataStart, 'the chunk eXIf')
      const orientation = orientationOf(tiff)
      const least = orientationBlock(orientation)
      if (orientation === 1) edits.cut(start, end)
      else if (!least.equals(tiff)) edits.replace(start, end, chunkOf('eXIf', least))
    } else if (!kept.has(name) || (name === 'iCCP' && !(await isSmallProfile(source, chunk)))) {
      edits.cut(start, end)
    }
    at = end
    if (name === 'IEND') {
      if (!hasPixels) throw new Damaged('The PNG ends before its image data.')
      edits.cut(end, source.size)
      return { edits: edits.list() }
    }
  }
  throw new Damaged(`The PNG has more than ${maxChunks} chunks.`)
}

async function chunkAt(source: Source, start: number): Promise<Chunk> {
  if (start >= source.size) throw new Damaged('The PNG has no end: its IEND chunk is missing.')
  const head = await exactly(source, start, 8, 'a PNG chunk')
  const length = head.readUInt32BE()
  const name = head.toString('latin1', 4, 8)
  if (!/^[A-Za-z]{4}$/.test(name)) throw new Damaged(`The PNG lacks a required chunk at byte ${start}.`)
  // A capital first letter means that the image cannot be shown without understanding the chunk.
  if (/^[A-Z]/.test(name) && !critical.includes(name))
    throw new Damaged(`The PNG needs a chunk ${name}, which is not in the standard.`)
  const end = start + 12 + length
  if (length > maxChunkBytes || end > source.size) {
    throw new Damaged(
      `The PNG chunk ${name} at byte ${start} says it has ${length} bytes, which goes beyond the end of the file.`,
    )
  }
  return { name, start, dataStart: start + 8, dataEnd: start + 8 + length, end }
}

async function checkSum(source: Source, { name, start, dataEnd }: Chunk): Promise<void> {
  let sum = 0
  for (let at = start + 4; at < dataEnd; at += stepBytes) {
    sum = crc32(await source.read(at, Math.min(stepBytes, dataEnd - at)), sum)
  }
  const storedChecksum = (await exactly(source, dataEnd, 4, 'a PNG checksum')).readUInt32BE()
  if (storedChecksum !== sum) throw new Damaged(`The PNG chunk ${name} at byte ${start} does not match its checksum.`)
}

/**
 * True for a color profile of ordinary size. A profile that unpacks to more than any real one is a bomb for programs
 * that show the image.
 */
async function isSmallProfile(source: Source, { dataStart, dataEnd }: Chunk): Promise<boolean> {
  if (dataEnd - dataStart > 1_048_576) return false
  const data = await exactly(source, dataStart, dataEnd - dataStart, 'the chunk iCCP')
  const nameEnd = data.subarray(0, 80).indexOf(0)
  if (nameEnd < 1 || data[nameEnd + 1] !== 0) return false
  try {
    return inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes }).length > 0
  } catch {
    return false
  }
}

function chunkOf(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
