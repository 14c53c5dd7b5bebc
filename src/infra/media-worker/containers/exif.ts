const orientationTag = 0x0112
const shortType = 3

/** Reads the orientation, 1 to 8, from a TIFF block as EXIF has it; returns 1 when it is missing or invalid. */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2)
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return 1
  const u16 = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (u16(2) !== 42 || first + 2 > tiff.length) return 1
  const count = u16(first)
  for (let entry = 0; entry < count; entry += 1) {
    const at = first + 2 + entry * 12
    if (at + 12 > tiff.length) return 1
    if (u16(at) !== orientationTag || u16(at + 2) !== shortType) continue
    const value = u16(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Builds a TIFF block with one entry: the orientation. */
export function orientationBlock(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II', 'latin1')
  tiff.writeUInt16LE(42, 2)
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(orientationTag, 10)
  tiff.writeUInt16LE(shortType, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
