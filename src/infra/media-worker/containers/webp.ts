import { type Container, Damaged, type Source } from '../contract.ts'
import { createEditList, type EditList } from './edit-list.ts'
import { orientationBlock, orientationOf } from './exif.ts'
import { type Chunk, chunkAt, riffAt } from './riff.ts'
import { exactly } from './source.ts'

const maxChunks = 50_000
const maxExifBytes = 65_536
const exifFlag = 0x08
const xmpFlag = 0x04
const pictures = ['VP8 ', 'VP8L']
const ofFrames = new Set(['ALPH', ...pictures])
const kept = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', ...ofFrames])

export async function readWebp(source: Source): Promise<Container> {
  const { form, end: riffEnd } = await riffAt(source, 0)
  if (form !== 'WEBP') throw new Damaged('The file does not start with a WebP header.')
  const edits = createEditList()
  let extended: Chunk | null = null
  let orientation = 1
  let hasPicture = false
  let hasExif = false
  let at = 12
  for (let count = 0; at < riffEnd; count += 1) {
    if (count >= maxChunks) throw new Damaged(`The WebP has more than ${maxChunks} chunks.`)
    const chunk = await chunkAt(source, at, riffEnd)
    if (count === 0 && chunk.name !== 'VP8X' && !pictures.includes(chunk.name)) {
      throw new Damaged('The WebP does not start with its image or its header.')
    }
    if (count === 0 && chunk.name === 'VP8X') extended = chunk
    if (chunk.name === 'EXIF' && extended && !hasExif) {
      hasExif = true
      orientation = await tidyExif(source, edits, chunk)
    } else if (!mayStay(chunk, count, extended !== null)) {
      edits.cut(chunk.start, chunk.end)
    } else if (chunk.name === 'ANMF') {
      await tidyFrame(source, edits, chunk)
    }
    hasPicture ||= pictures.includes(chunk.name) || chunk.name === 'ANMF'
    at = chunk.end
  }
  if (!hasPicture) throw new Damaged('The WebP does not contain an image.')
  if (extended) await mendFlags(source, edits, extended, orientation !== 1)
  mendSize(edits, 4, riffEnd - 8)
  edits.cut(riffEnd, source.size)
  return { edits: edits.list() }
}

/** True if a chunk may be kept. Without the extended header there is only one chunk, the image. */
const mayStay = ({ name }: Chunk, count: number, isExtended: boolean): boolean =>
  isExtended ? kept.has(name) && (name === 'VP8X') === (count === 0) : count === 0

async function tidyExif(source: Source, edits: EditList, { start, dataStart, dataEnd, end }: Chunk): Promise<number> {
  const data = await source.read(dataStart, Math.min(dataEnd - dataStart, maxExifBytes))
  // Some encoders put the head of a JPEG segment before the block.
  const tiff = data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data
  const orientation = orientationOf(tiff)
  const least = orientationBlock(orientation)
  if (orientation === 1) edits.cut(start, end)
  else if (!least.equals(data) || dataEnd - dataStart !== least.length)
    edits.replace(start, end, chunkOf('EXIF', least))
  return orientation
}

/** Cleans a frame, which contains chunks for its image, its transparency, and possibly others, which are removed. */
async function tidyFrame(source: Source, edits: EditList, frame: Chunk): Promise<void> {
  const inside = createEditList()
  let at = frame.dataStart + 16
  if (at > frame.dataEnd) throw new Damaged(`The frame of the WebP at byte ${frame.start} is cut off.`)
  for (let count = 0; at < frame.dataEnd; count += 1) {
    if (count >= 100) throw new Damaged(`The frame of the WebP at byte ${frame.start} has too many chunks.`)
    const chunk = await chunkAt(source, at, frame.dataEnd)
    if (!ofFrames.has(chunk.name)) inside.cut(chunk.start, chunk.end)
    at = chunk.end
  }
  if (inside.growth() % 2 !== 0)
    throw new Damaged(`A chunk of the WebP frame at byte ${frame.start} lacks its padding.`)
  mendSize(inside, frame.start + 4, frame.dataEnd - frame.dataStart)
  for (const { start, end, bytes } of inside.list()) edits.replace(start, end, bytes)
}

async function mendFlags(
  source: Source,
  edits: EditList,
  { dataStart, dataEnd }: Chunk,
  keepsExif: boolean,
): Promise<void> {
  if (dataEnd - dataStart < 10) throw new Damaged('The header of the WebP is cut off.')
  const flags = (await exactly(source, dataStart, 1, 'the header of the WebP')).readUInt8()
  const mended = (flags & ~(exifFlag | xmpFlag)) | (keepsExif ? exifFlag : 0)
  if (mended !== flags) edits.replace(dataStart, dataStart + 1, Buffer.from([mended]))
}

/** Corrects a size. Call it after all edits within the bytes that the size covers, and before any other edit. */
function mendSize(edits: EditList, sizeAt: number, sizeBefore: number): void {
  if (edits.growth() === 0) return
  const size = Buffer.alloc(4)
  size.writeUInt32LE(sizeBefore + edits.growth())
  edits.replace(sizeAt, sizeAt + 4, size)
}

function chunkOf(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
