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

export function mp4({ width = 640, height = 360, durationMs = 4_000, bytes = 0 } = {}): Buffer {
  const times = Buffer.alloc(32)
  times.write('mvhd', 4, 'latin1')
  times.writeUInt32BE(1_000, 20)
  times.writeUInt32BE(durationMs, 24)
  const track = Buffer.alloc(92)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  const head = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x84moov', 'latin1'), times, track])
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length), 7)])
}
