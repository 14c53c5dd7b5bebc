import { crc32, deflateSync } from 'node:zlib'
import { brandColorOf } from '#rules/face/brand-tile.ts'

const width = 1_200
const height = 630

/** A rectangle in one color of the palette: 0 is the profile's color, 1 white, 2 gray, 3 dark gray. */
const shapes: readonly (readonly [x: number, y: number, width: number, height: number, color: number])[] = [
  [300, 105, 600, 420, 1],
  [345, 150, 72, 72, 0],
  [441, 160, 200, 20, 3],
  [441, 196, 130, 16, 2],
  [345, 270, 510, 22, 3],
  [345, 312, 470, 22, 3],
  [345, 354, 495, 22, 3],
  [345, 396, 260, 22, 3],
  [345, 462, 60, 18, 2],
  [445, 462, 60, 18, 2],
  [545, 462, 60, 18, 2],
]

/** Draws the preview image of a post without images: a sheet with lines, on its profile's color. */
export function drawPicture(brandColor: string | null): Buffer {
  const rowBytes = width + 1
  const pixels = Buffer.alloc(rowBytes * height)
  for (const [x, y, wide, high, color] of shapes)
    for (let row = y; row < y + high; row++) pixels.fill(color, row * rowBytes + 1 + x, row * rowBytes + 1 + x + wide)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const palette = Buffer.from(`${brandColorOf(brandColor).slice(1)}ffffffd9dade9a9ea8`, 'hex')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', head),
    chunkOf('PLTE', palette),
    chunkOf('IDAT', deflateSync(pixels)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
