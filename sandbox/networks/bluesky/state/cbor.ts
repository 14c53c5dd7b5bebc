import { decodeCid } from './cid.ts'

/** Thrown for a value outside the protocol's data model, which has no fractions and no undefined. */
export class NotData extends Error {}

/**
 * Encodes a value as DAG-CBOR in its canonical form: keys sorted by length and then by byte, numbers in their shortest
 * form, links as tag 42. The input is JSON as received, where `{"$link": …}` is a link and `{"$bytes": …}` is bytes.
 */
export function encodeCbor(value: unknown): Buffer {
  const out: Buffer[] = []
  write(value, out)
  return Buffer.concat(out)
}

function write(value: unknown, out: Buffer[]): void {
  if (value === null) out.push(Buffer.of(0xf6))
  else if (typeof value === 'boolean') out.push(Buffer.of(value ? 0xf5 : 0xf4))
  else if (typeof value === 'number') writeInteger(value, out)
  else if (typeof value === 'string') writeBytes(3, Buffer.from(value, 'utf8'), out)
  else if (Array.isArray(value)) {
    out.push(head(4, value.length))
    for (const item of value) write(item, out)
  } else if (typeof value === 'object') writeObject(value as Record<string, unknown>, out)
  else throw new NotData(`a value of type ${typeof value}`)
}

function writeInteger(value: number, out: Buffer[]): void {
  if (!Number.isSafeInteger(value)) throw new NotData('a number that is not an integer')
  out.push(value < 0 ? head(1, -1 - value) : head(0, value))
}

function writeBytes(major: number, bytes: Buffer, out: Buffer[]): void {
  out.push(head(major, bytes.length), bytes)
}

function writeObject(value: Record<string, unknown>, out: Buffer[]): void {
  const keys = Object.keys(value)
  if (keys.length === 1 && typeof value.$link === 'string') {
    const cid = decodeCid(value.$link)
    if (!cid) throw new NotData('a link that is not a CID')
    out.push(Buffer.of(0xd8, 42))
    writeBytes(2, Buffer.concat([Buffer.of(0), cid]), out)
    return
  }
  if (keys.length === 1 && typeof value.$bytes === 'string') {
    writeBytes(2, Buffer.from(value.$bytes, 'base64'), out)
    return
  }
  const sorted = keys.map((key) => ({ key, bytes: Buffer.from(key, 'utf8') }))
  sorted.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes))
  out.push(head(5, sorted.length))
  for (const { key, bytes } of sorted) {
    writeBytes(3, bytes, out)
    write(value[key], out)
  }
}

/**
 * Encodes the head of an item. The first byte has the kind and a small number, or says how many bytes of the number
 * follow.
 */
function head(major: number, count: number): Buffer {
  const kind = major << 5
  if (count < 24) return Buffer.of(kind | count)
  if (count < 0x100) return Buffer.of(kind | 24, count)
  if (count < 0x1_0000) return Buffer.of(kind | 25, count >> 8, count & 0xff)
  const wide = Buffer.alloc(count < 0x1_0000_0000 ? 5 : 9)
  wide[0] = kind | (wide.length === 5 ? 26 : 27)
  if (wide.length === 5) wide.writeUInt32BE(count, 1)
  else wide.writeBigUInt64BE(BigInt(count), 1)
  return wide
}
