import { type Container, Damaged, type Source } from '../contract.ts'
import { pictureBounds } from '../examine/open-picture.ts'
import { createEditList } from './edit-list.ts'
import { exactly } from './source.ts'

const maxBlocks = 20_000
const imageBlock = 0x2c
const extensionBlock = 0x21
const trailer = 0x3b
const control = 0xf9
const application = 0xff

/**
 * Reads a GIF and returns the edits that remove its metadata. A GIF is a header, then blocks until a trailer. A block's
 * data comes in pieces of at most 255 bytes; the last is empty.
 */
export async function readGif(source: Source): Promise<Container> {
  const edits = createEditList()
  const head = await exactly(source, 0, 13, 'the header of a GIF')
  if (!/^GIF8[79]a$/.test(head.toString('latin1', 0, 6)))
    throw new Damaged('The file does not start with a GIF header.')
  refuseVast(head.readUInt16LE(6), head.readUInt16LE(8))
  let at = 13 + paletteBytes(head[10] ?? 0)
  let images = 0
  for (let count = 0; count < maxBlocks; count += 1) {
    const start = at
    const introducer = (await exactly(source, at, 1, 'a GIF block; its trailer is missing')).readUInt8()
    if (introducer === trailer) {
      if (images === 0) throw new Damaged('The GIF ends before its first image.')
      edits.cut(start + 1, source.size)
      return { edits: edits.list() }
    }
    if (introducer === imageBlock) {
      const descriptor = await exactly(source, at, 10, 'a picture of the GIF')
      at = await endOfPieces(source, at + 10 + paletteBytes(descriptor[9] ?? 0) + 1)
      images += 1
    } else if (introducer === extensionBlock) {
      const label = (await exactly(source, at + 1, 1, 'an extension of the GIF')).readUInt8()
      at = await endOfPieces(source, at + 2)
      const kept =
        label === control ? at - start === 8 : label === application && (await keptApplication(source, start, at))
      if (kept === false) edits.cut(start, at)
      else if (kept !== true) edits.replace(start, at, kept)
    } else if (introducer === 0) {
      // Some encoders write an extra empty piece; decoders skip it.
      at += 1
      edits.cut(start, at)
    } else {
      throw new Damaged(`The GIF lacks a required block at byte ${start}.`)
    }
  }
  throw new Damaged(`The GIF has more than ${maxBlocks} blocks.`)
}

/**
 * Refuses a huge canvas. Our decoder ignores the canvas and uses the size of the frames, but browsers use it.
 */
function refuseVast(width: number, height: number): void {
  const { maxSide, maxPixels } = pictureBounds
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new Damaged(
      `The GIF has a canvas of ${width} × ${height}; the limits are ${maxSide} pixels per side and ${maxPixels} pixels in total.`,
    )
  }
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

async function endOfPieces(source: Source, start: number): Promise<number> {
  let at = start
  for (;;) {
    const length = (await exactly(source, at, 1, 'the data of a GIF block')).readUInt8()
    at += 1 + length
    if (length === 0) return at
    if (at >= source.size) throw new Damaged(`The GIF block at byte ${start} goes beyond the end of the file.`)
  }
}

/**
 * Keeps the loop count and the color profile. Returns true if the block stays unchanged, or the bytes of it to keep.
 */
async function keptApplication(source: Source, start: number, end: number): Promise<boolean | Buffer> {
  const head = await source.read(start, Math.min(end - start, 4_096))
  const name = head[2] === 11 ? head.toString('latin1', 3, 14) : ''
  if (name === 'ICCRGBG1012') return true
  if (name !== 'NETSCAPE2.0' && name !== 'ANIMEXTS1.0') return false
  let at = 14
  while (at + 3 < head.length && head[at] !== 0) {
    if (head[at] === 3 && head[at + 1] === 1) {
      const loop = Buffer.concat([head.subarray(0, 14), head.subarray(at, at + 4), Buffer.alloc(1)])
      return loop.length === end - start && loop.equals(head.subarray(0, loop.length)) ? true : loop
    }
    at += 1 + (head[at] ?? 0)
  }
  return false
}
