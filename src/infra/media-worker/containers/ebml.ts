import { Damaged, type Source } from '../contract.ts'

/** An element of EBML, the format beneath Matroska and WebM. */
export interface Element {
  readonly id: number
  readonly start: number
  readonly dataStart: number
  /** Null when the element does not declare its length. */
  readonly end: number | null
}

export async function elementAt(source: Source, start: number, limit: number): Promise<Element> {
  const head = await source.read(start, Math.min(12, limit - start))
  const idBytes = widthOf(head[0])
  const sizeBytes = idBytes > 4 ? 0 : widthOf(head[idBytes])
  if (idBytes > 4 || sizeBytes > 8) throw new Damaged(`An element is missing at byte ${start}.`)
  if (head.length < idBytes + sizeBytes) throw new Damaged(`The element at byte ${start} is cut off.`)
  const dataStart = start + idBytes + sizeBytes
  const size = sizeOf(head.subarray(idBytes, idBytes + sizeBytes))
  if (size !== null && size > limit - dataStart) {
    throw new Damaged(
      `The element at byte ${start} declares a size of ${size} bytes, which extends past the end at byte ${limit}.`,
    )
  }
  return { id: head.readUIntBE(0, idBytes), start, dataStart, end: size === null ? null : dataStart + size }
}

/** Yields the elements of [start, end) in order; each must declare its length. */
export async function* elementsIn(
  source: Source,
  start: number,
  end: number,
): AsyncGenerator<Element & { readonly end: number }> {
  let at = start
  while (at < end) {
    const element = await elementAt(source, at, end)
    if (element.end === null) throw new Damaged(`The element at byte ${at} states no length.`)
    yield { ...element, end: element.end }
    at = element.end
  }
}

/** Returns the number of bytes of a number: the leading zero bits of its first byte encode it. */
const widthOf = (first: number | undefined): number => (first === undefined ? 1 : Math.clz32(first) - 23)

/** Returns the length; null when all of its bits are set, which means that it is unknown. */
function sizeOf(bytes: Buffer): number | null {
  const marked = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  const mask = (1n << BigInt(7 * bytes.length)) - 1n
  const size = marked & mask
  if (size === mask) return null
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(size)
}
