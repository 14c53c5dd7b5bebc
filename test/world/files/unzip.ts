import { inflateRawSync } from 'node:zlib'

/** Reads a zip file by its directory: the bytes of each entry, by name. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [isPacked, size, local] = [
      zip.readUInt16LE(at + 10) === 8,
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ]
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(begin, begin + size)
    files.set(zip.toString('utf8', at + 46, nameEnd), isPacked ? inflateRawSync(bytes) : bytes)
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
