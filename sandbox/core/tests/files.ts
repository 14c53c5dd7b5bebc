/** Files with only the bytes that a server examines. */

export function png(width = 640, height = 360, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function gif(width = 640, height = 360, frames = 3): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x21, 0xf9, 0x04, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

export function jpeg(width = 640, height = 360): Buffer {
  const frame = Buffer.from('\xff\xd8\xff\xc0\0\x11\x08\0\0\0\0\x03\0\0\0\0\0\0\0\0\0\xff\xd9', 'latin1')
  frame.writeUInt16BE(height, 7)
  frame.writeUInt16BE(width, 9)
  return frame
}

export function mp4({ width = 640, height = 360, durationMs = 4_000, bytes = 0, frameRate = 30 } = {}): Buffer {
  const times = box('mvhd', 32, [
    [20, 1_000],
    [24, durationMs],
  ])
  const track = box('tkhd', 92, [
    [84, width * 65_536],
    [88, height * 65_536],
  ])
  const clock = box('mdhd', 32, [[20, frameRate * 1_000]])
  const handler = box('hdlr', 32, [])
  handler.write('vide', 16, 'latin1')
  const images = box('stts', 24, [
    [12, 1],
    [16, 100],
    [20, 1_000],
  ])
  const boxes = Buffer.concat([times, track, clock, handler, images])
  const brand = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1')
  const head = Buffer.concat([brand, box('moov', 8, [], 8 + boxes.length), boxes])
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length), 7)])
}

/** Builds a box with numbers at some offsets. */
function box(name: string, size: number, numbers: readonly (readonly [at: number, value: number])[], whole = size) {
  const made = Buffer.alloc(size)
  made.writeUInt32BE(whole, 0)
  made.write(name, 4, 'latin1')
  for (const [at, value] of numbers) made.writeUInt32BE(value, at)
  return made
}
