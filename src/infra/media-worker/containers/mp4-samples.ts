import { Damaged, type Source } from '../contract.ts'
import { exactly } from './source.ts'

const maxSamples = 500_000

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Returns the byte ranges of a track's samples, sorted and disjoint: ranges that touch or overlap are joined. Chunks
 * have an offset (stco, co64) and a number of samples (stsc), and each sample has a size (stsz). For data tracks only,
 * which are small.
 */
export async function samplesOf(source: Source, track: Box): Promise<readonly Span[]> {
  const table = await tableOf(source, track)
  const offsets = table && ((await boxNamed(source, table, 'stco')) ?? (await boxNamed(source, table, 'co64')))
  const runs = table && (await boxNamed(source, table, 'stsc'))
  const sizes = table && (await boxNamed(source, table, 'stsz'))
  if (!offsets || !runs || !sizes) return []
  const chunkStarts = await numbers(source, offsets, offsets.dataStart + 4, offsets.type === 'co64' ? 8 : 4, 1)
  const perRun = await numbers(source, runs, runs.dataStart + 4, 4, 3)
  const [same = 0] = await listed(source, sizes.dataStart + 4, 1, 4)
  const each = same > 0 ? [] : await numbers(source, sizes, sizes.dataStart + 8, 4, 1)
  const spans: Span[] = []
  let sample = 0
  let run = 0
  for (const [index, start] of chunkStarts.entries()) {
    while ((perRun[(run + 1) * 3] ?? Number.POSITIVE_INFINITY) <= index + 1) run += 1
    const count = perRun[run * 3 + 1] ?? 0
    let bytes = same * count
    for (let n = 0; same === 0 && n < count && sample + n < each.length; n += 1) bytes += each[sample + n] ?? 0
    sample += count
    spans.push({ start, end: start + bytes })
  }
  return joinSpans(spans)
}

async function tableOf(source: Source, track: Box): Promise<Box | null> {
  let box: Box | null = track
  for (const type of ['mdia', 'minf', 'stbl']) box = box && (await boxNamed(source, box, type))
  return box
}

/** Reads a count and that many rows of numbers. */
async function numbers(source: Source, box: Box, countAt: number, width: number, perRow: number): Promise<number[]> {
  const count = (await exactly(source, countAt, 4, 'a table of samples')).readUInt32BE()
  if (count > maxSamples) throw new Damaged(`A track of data has more than ${maxSamples} samples.`)
  if (count * perRow * width > box.end - countAt - 4) {
    throw new Damaged(`The table at byte ${box.start} says it has ${count} rows; there is no room for them.`)
  }
  return listed(source, countAt + 4, count * perRow, width)
}

async function listed(source: Source, start: number, count: number, width: number): Promise<number[]> {
  const values: number[] = []
  const perStep = 8_192
  for (let from = 0; from < count; from += perStep) {
    const length = Math.min(perStep, count - from) * width
    const bytes = await exactly(source, start + from * width, length, 'a table of samples')
    for (let at = 0; at < length; at += width) {
      values.push(width === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at))
    }
  }
  return values
}

/** Sorts ranges, and joins those that touch or overlap. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else if (span.end > span.start) result.push(span)
  }
  return result
}

/** A box in MP4 or QuickTime: it has a length and a four-letter name, and may contain boxes. */
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
