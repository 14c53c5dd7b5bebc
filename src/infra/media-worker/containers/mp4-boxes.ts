import { Damaged, type Source } from '../contract.ts'
import { exactly } from './source.ts'

/** A box of MP4 or QuickTime: it has a length and a name of four letters, and may hold boxes. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly dataStart: number
  readonly end: number
}

/** Reads the box at `start`, or returns why no box fits before `limit`. */
export async function boxAt(source: Source, start: number, limit: number): Promise<Box | { readonly why: string }> {
  if (start + 8 > limit) return { why: `The file ends at byte ${start}, where a box is required.` }
  const head = await exactly(source, start, 8, 'a box')
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE()
  if (short === 0) return { type, start, dataStart: start + 8, end: limit }
  let size = short
  let headBytes = 8
  if (short === 1) {
    if (start + 16 > limit) return { why: `The box ${named(type)} at byte ${start} is cut off.` }
    const long = (await exactly(source, start + 8, 8, 'the length of a box')).readBigUInt64BE()
    // Numbers beyond 2 ** 53 are not exact, and no file is that long.
    size = long > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(long)
    headBytes = 16
  }
  if (size < headBytes)
    return { why: `The box ${named(type)} at byte ${start} says it has ${size} bytes, fewer than its own head.` }
  if (size > limit - start) {
    return {
      why: `The box ${named(type)} at byte ${start} says it has ${size} bytes, which goes beyond the end at byte ${limit}.`,
    }
  }
  return { type, start, dataStart: start + headBytes, end: start + size }
}

/** Yields the boxes of [start, end) in order. */
export async function* boxesIn(source: Source, start: number, end: number): AsyncGenerator<Box> {
  let at = start
  while (at < end) {
    const box = await boxAt(source, at, end)
    // QuickTime ends some lists with four zeros.
    if ('why' in box && end - at < 8) return
    if ('why' in box) throw new Damaged(box.why)
    yield box
    at = box.end
  }
}

export async function boxNamed(source: Source, parent: Box, type: string): Promise<Box | null> {
  for await (const box of boxesIn(source, parent.dataStart, parent.end)) if (box.type === type) return box
  return null
}

const named = (type: string): string => (/^[\x20-\x7e\xa9]{4}$/.test(type) ? `"${type}"` : 'without a name')
