/** Returns a video's duration according to its header, or null if the header has none. */
export function durationOf(bytes: Buffer): number | null {
  const from = bytes.indexOf('mvhd')
  if (from < 0) return null
  const isLong = bytes[from + 4] === 1
  const scaleAt = from + (isLong ? 24 : 16)
  if (bytes.length < scaleAt + 12) return null
  const scale = bytes.readUInt32BE(scaleAt)
  const units = isLong ? Number(bytes.readBigUInt64BE(scaleAt + 4)) : bytes.readUInt32BE(scaleAt + 4)
  return scale > 0 ? (units / scale) * 1_000 : null
}

const entriesMax = 10_000

/** Returns a video's frame rate: the frames of its video track divided by their duration. Null if unknown. */
export function frameRateOf(bytes: Buffer): number | null {
  const handler = bytes.indexOf('hdlr\0\0\0\0\0\0\0\0vide', 0, 'latin1')
  const clock = handler < 0 ? -1 : bytes.lastIndexOf('mdhd', handler)
  const list = handler < 0 ? -1 : bytes.indexOf('stts', handler)
  const scaleAt = clock + (bytes[clock + 4] === 1 ? 24 : 16)
  if (clock < 0 || list < 0 || bytes.length < list + 12) return null
  let [frames, units] = [0, 0]
  const entries = Math.min(bytes.readUInt32BE(list + 8), entriesMax)
  for (let at = list + 12, left = entries; left > 0 && at + 8 <= bytes.length; at += 8, left -= 1) {
    frames += bytes.readUInt32BE(at)
    units += bytes.readUInt32BE(at) * bytes.readUInt32BE(at + 4)
  }
  return units > 0 ? (frames * bytes.readUInt32BE(scaleAt)) / units : null
}
