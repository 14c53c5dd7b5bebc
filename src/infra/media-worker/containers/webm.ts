import { type Container, Damaged, type Source } from '../contract.ts'
import { requireFewTracks } from '../limits/track-count.ts'
import { createEditList, type EditList } from './edit-list.ts'
import { exactly, isBlank } from './source.ts'

const id = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  encodings: 0x6d80,
  encoding: 0x6240,
  encryption: 0x5035,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  void: 0xec,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
} as const
const maxElements = 5_000_000

/** The parts of a video or audio track to keep: everything except its name and its language. */
const trackParts = new Set([
  ...[0xd7, 0x73c5, 0x83, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a, 0x23314f, 0x537f, 0x55ee],
  ...[0x86, 0x63a2, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80, 0x22b59c, 0x41e4],
])
const kept: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  [id.segment, new Set([id.seekHead, id.info, id.tracks, id.cues, id.cluster])],
  [id.info, new Set([0x2ad7b1, 0x4489, id.muxingApp, id.writingApp])],
  [id.tracks, new Set([id.track])],
  [id.track, trackParts],
])
/** The elements of a Cluster. Any other element ends a Cluster of unknown length. */
const clusterParts = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854, 0xaf, id.void, 0xbf])

interface Reading {
  readonly source: Source
  readonly edits: EditList
  tracks: number
  clusters: number
  elements: number
}

/**
 * Reads a WebM and returns the edits that remove its metadata. WebM is Matroska with fewer codecs: nested elements with
 * an id and a length. Offsets into the file must stay valid, so a removed element becomes a Void of the same length.
 * The elements to keep are listed. A live recorder does not know lengths in advance: its Segment extends to the end of
 * the file, and each of its Clusters to the next one.
 */
export async function readWebm(source: Source): Promise<Container> {
  const reading: Reading = { source, edits: createEditList(), tracks: 0, clusters: 0, elements: 0 }
  const header = await elementAt(source, 0, source.size)
  if (header.id !== id.header || header.end === null || header.end > 4_096)
    throw new Damaged('The file does not start with a WebM header.')
  await checkDocType(source, header)
  let at = header.end
  let segment = await elementAt(source, at, source.size)
  while (segment.id === id.void && segment.end !== null) {
    await blankVoid(reading, segment, segment.end)
    at = segment.end
    segment = await elementAt(source, at, source.size)
  }
  if (segment.id !== id.segment)
    throw new Damaged(`The file lacks a Segment at byte ${at}, where the video must begin.`)
  const end = segment.end ?? source.size
  await tidySegment(reading, segment.dataStart, end)
  if (reading.tracks === 0) throw new Damaged('The WebM file has no Tracks element.')
  if (reading.clusters === 0) throw new Damaged('The video has no frames: a Cluster is missing.')
  reading.edits.cut(end, source.size)
  return { edits: reading.edits.list() }
}

async function checkDocType(source: Source, header: Element): Promise<void> {
  for await (const element of elementsIn(source, header.dataStart, header.end ?? header.dataStart)) {
    if (element.id !== id.docType) continue
    const text = (
      await exactly(source, element.dataStart, Math.min(element.end - element.dataStart, 32), 'the type')
    ).toString('latin1')
    if (text.replace(/(?<!\0)\0+$/, '') === 'webm') return
  }
  throw new Damaged('The file is Matroska, not WebM: its type must be "webm".')
}

async function tidySegment(reading: Reading, start: number, end: number): Promise<void> {
  let at = start
  while (at < end) {
    count(reading)
    const element = await elementAt(reading.source, at, end)
    if (element.id === id.cluster) {
      reading.clusters += 1
      at = element.end ?? (await endOfCluster(reading, element.dataStart, end))
      continue
    }
    if (element.end === null)
      throw new Damaged(`The element at byte ${at} has no length; only a Segment and a Cluster may do without.`)
    const whole = { ...element, end: element.end }
    if (element.id === id.info || element.id === id.tracks) await tidyMaster(reading, whole)
    else if (element.id === id.seekHead) await tidySeekHead(reading, whole)
    else if (!kept.get(id.segment)?.has(element.id)) await voided(reading, whole)
    at = element.end
  }
}

async function endOfCluster(reading: Reading, start: number, end: number): Promise<number> {
  let at = start
  while (at < end) {
    count(reading)
    const element = await elementAt(reading.source, at, end)
    if (!clusterParts.has(element.id)) return at
    if (element.end === null)
      throw new Damaged(`The element at byte ${at} has no length; only a Segment and a Cluster may do without.`)
    at = element.end
  }
  return at
}

type Whole = Element & { readonly end: number }

async function tidyMaster(reading: Reading, master: Whole): Promise<void> {
  const { source, edits } = reading
  for await (const element of elementsIn(source, master.dataStart, master.end)) {
    count(reading)
    if (!kept.get(master.id)?.has(element.id)) await voided(reading, element)
    else if (element.id === id.track) await tidyMaster(reading, element)
    else if (element.id === id.encodings) await refuseEncryption(source, element)
    else if (element.id === id.muxingApp || element.id === id.writingApp) {
      // A parser may require these elements. A text of zeros is an empty text.
      if (!(await isBlank(source, element.dataStart, element.end))) edits.blank(element.dataStart, element.end)
    }
    if (element.id === id.trackType) await countTrack(reading, element)
  }
}

/**
 * Counts a track, and refuses any other than video and audio: text and data may reveal where the video was recorded.
 */
async function countTrack(reading: Reading, { dataStart, end }: Whole): Promise<void> {
  const bytes = await exactly(reading.source, dataStart, Math.min(end - dataStart, 8), 'the type of a track')
  const type = bytes.reduce((value, byte) => value * 256 + byte, 0)
  if (type !== 1 && type !== 2) {
    throw new Damaged('The video has a track that is neither video nor audio. Save the file without that track.')
  }
  reading.tracks += 1
  requireFewTracks(reading.tracks)
}

async function refuseEncryption(source: Source, encodings: Whole): Promise<void> {
  for await (const encoding of elementsIn(source, encodings.dataStart, encodings.end)) {
    if (encoding.id !== id.encoding) continue
    for await (const { id: part } of elementsIn(source, encoding.dataStart, encoding.end)) {
      if (part === id.encryption) throw new Damaged('The video is encrypted. Use an unprotected file.')
    }
  }
}

/** Cleans the SeekHead: entries for removed elements are removed too, so that no player seeks there. */
async function tidySeekHead(reading: Reading, seekHead: Whole): Promise<void> {
  for await (const seek of elementsIn(reading.source, seekHead.dataStart, seekHead.end)) {
    count(reading)
    if (seek.id !== id.seek || !kept.get(id.segment)?.has(await soughtBy(reading.source, seek)))
      await voided(reading, seek)
  }
}

async function soughtBy(source: Source, seek: Whole): Promise<number> {
  for await (const part of elementsIn(source, seek.dataStart, seek.end)) {
    const length = part.end - part.dataStart
    if (part.id === id.seekId && length > 0 && length <= 4) {
      return (await exactly(source, part.dataStart, length, 'an entry')).readUIntBE(0, length)
    }
  }
  return 0
}

async function voided(reading: Reading, element: Whole): Promise<void> {
  if (element.id === id.void) return blankVoid(reading, element, element.end)
  const { start, end } = element
  // The Void's own length field takes up what its head leaves: eight bytes where there is room, else one.
  const head = end - start >= 9 ? Buffer.alloc(9) : Buffer.alloc(2)
  head[0] = id.void
  if (head.length === 9) head.writeUIntBE(end - start - 9, 3, 6)
  head[1] = head.length === 9 ? 0x01 : 0x80 + (end - start - 2)
  reading.edits.replace(start, start + head.length, head)
  reading.edits.blank(start + head.length, end)
}

async function blankVoid({ source, edits }: Reading, { dataStart }: Element, end: number): Promise<void> {
  if (!(await isBlank(source, dataStart, end))) edits.blank(dataStart, end)
}

function count(reading: Reading): void {
  reading.elements += 1
  if (reading.elements > maxElements) throw new Damaged(`The video has more than ${maxElements} elements.`)
}

/** An element of EBML, the format beneath Matroska and WebM. */
interface Element {
  readonly id: number
  readonly start: number
  readonly dataStart: number
  /** Null if the element does not declare its length. */
  readonly end: number | null
}

async function elementAt(source: Source, start: number, limit: number): Promise<Element> {
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
async function* elementsIn(
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

/** Returns the length; null if all of its bits are set, which means that it is unknown. */
function sizeOf(bytes: Buffer): number | null {
  const marked = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  const mask = (1n << BigInt(7 * bytes.length)) - 1n
  const size = marked & mask
  if (size === mask) return null
  return size > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(size)
}
