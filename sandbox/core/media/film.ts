/** Returns a film's duration according to its own head, or null when the head does not give one. */
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
