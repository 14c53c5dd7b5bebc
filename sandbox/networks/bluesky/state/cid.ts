/** Content IDs: version 1, SHA-256, in base32 with the prefix `b`. */

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const dagCbor = 0x71
const raw = 0x55

export const recordCid = (sha256: Buffer): string => encodeCid(dagCbor, sha256)
export const blobCid = (sha256: Buffer): string => encodeCid(raw, sha256)

function encodeCid(codec: number, sha256: Buffer): string {
  return `b${base32(Buffer.concat([Buffer.of(1, codec, 0x12, 0x20), sha256]))}`
}

/** Returns the bytes of an ID. Null if the text is not an ID of this kind. */
export function decodeCid(text: string): Buffer | null {
  if (!/^b[a-z2-7]{58}$/.test(text)) return null
  const bytes = Buffer.alloc(36)
  let bits = 0
  let held = 0
  let at = 0
  for (const char of text.slice(1)) {
    held = ((held << 5) | alphabet.indexOf(char)) & 0xfff
    bits += 5
    if (bits >= 8 && at < 36) {
      bits -= 8
      bytes[at] = (held >> bits) & 0xff
      at += 1
    }
  }
  const known = bytes[0] === 1 && (bytes[1] === dagCbor || bytes[1] === raw) && bytes[2] === 0x12 && bytes[3] === 0x20
  return known ? bytes : null
}

export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >> bits) & 31]
    }
  }
  if (bits > 0) text += alphabet[(held << (5 - bits)) & 31]
  return text
}
