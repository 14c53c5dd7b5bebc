import { type Container, Damaged, type Source, TooComplex } from '../contract.ts'
import { createEditList, type EditList } from './edit-list.ts'
import { orientationBlock, orientationOf } from './exif.ts'
import { exactly } from './source.ts'

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
const maxSegments = 50_000
/** The maximum number of scans. Programs write fewer than 20, and a decoder processes all pixels for each. */
const maxScans = 100
const firstStepBytes = 256
const stepBytes = 65_536

/** True for tables, frame headers and everything else that decoding needs. */
const isNeeded = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdf)
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/**
 * Reads a JPEG and returns the edits that remove its metadata. A JPEG is a sequence of segments, each with a marker and
 * a length, and scans without a length: a scan ends where an FF is followed by neither 00 nor a restart marker.
 * Decoders skip bytes between segments; here they are removed.
 */
export async function readJpeg(source: Source): Promise<Container> {
  const edits = createEditList()
  const found = { frame: false, scan: false, exif: false, jfif: false, adobe: false }
  const start = await exactly(source, 0, 2, 'the start of a JPEG')
  if (start.readUInt16BE() !== 0xff00 + soi) throw new Damaged('A JPEG starts with FF D8; this file does not.')
  let at = 2
  let scans = 0
  for (let count = 0; count < maxSegments; count += 1) {
    const { markerAt, marker } = await nextMarker(source, at)
    edits.cut(at, markerAt)
    if (marker === eoi) {
      if (!found.frame || !found.scan) throw new Damaged('The JPEG ends before its image data.')
      edits.cut(markerAt + 2, source.size)
      return { edits: edits.list() }
    }
    if (marker === soi) throw new Damaged(`A second JPEG starts inside the first, at byte ${markerAt}.`)
    if (isRestart(marker) || marker === 0x01) {
      edits.cut(markerAt, markerAt + 2)
      at = markerAt + 2
      continue
    }
    const length = (await exactly(source, markerAt + 2, 2, 'a JPEG segment')).readUInt16BE()
    const end = markerAt + 2 + length
    if (length < 2)
      throw new Damaged(`The JPEG segment at byte ${markerAt} says it has ${length} bytes; 2 is the least.`)
    if (end > source.size) throw new Damaged(`The JPEG segment at byte ${markerAt} goes beyond the end of the file.`)
    if (marker === sos && !found.frame) throw new Damaged('The JPEG has a scan before its frame header.')
    if (!isNeeded(marker)) await tidySegment(source, edits, { marker, start: markerAt, end }, found)
    found.frame ||= isFrame(marker)
    found.scan ||= marker === sos
    if (marker === sos) scans += 1
    if (scans > maxScans) throw new TooComplex(`The JPEG has more than ${maxScans} scans. Save it again.`)
    at = marker === sos ? await endOfScan(source, end) : end
  }
  throw new Damaged(`The JPEG has more than ${maxSegments} segments.`)
}

/** Finds the next marker as decoders do: it skips bytes other than FF, repeated FF, and FF 00. */
const nextMarker = (source: Source, from: number): Promise<{ markerAt: number; marker: number }> =>
  findMarker(source, from, () => true, 'The JPEG has no end: FF D9 is missing.')

async function endOfScan(source: Source, from: number): Promise<number> {
  const isEnd = (marker: number): boolean => !isRestart(marker)
  return (await findMarker(source, from, isEnd, 'The JPEG is cut off in the middle of its picture.')).markerAt
}

async function findMarker(source: Source, from: number, fits: (marker: number) => boolean, otherwise: string) {
  let at = from
  // Most markers follow immediately. Small reads stay within what the source has already read.
  for (let step = firstStepBytes; ; step = stepBytes) {
    const bytes = await source.read(at, step)
    for (let ff = bytes.indexOf(0xff); ff >= 0 && ff + 1 < bytes.length; ff = bytes.indexOf(0xff, ff + 1)) {
      const marker = bytes[ff + 1] ?? 0
      if (marker !== 0 && marker !== 0xff && fits(marker)) return { markerAt: at + ff, marker }
    }
    if (at + bytes.length >= source.size) throw new Damaged(otherwise)
    // The last byte may be the FF of a marker.
    at += bytes.length - 1
  }
}

interface Segment {
  readonly marker: number
  readonly start: number
  readonly end: number
}

/** Keeps color and orientation; removes everything else that applications write. */
async function tidySegment(
  source: Source,
  edits: EditList,
  { marker, start, end }: Segment,
  found: { exif: boolean; jfif: boolean; adobe: boolean },
): Promise<void> {
  const bytes = await exactly(source, start, end - start, 'a JPEG segment')
  const says = (word: string): boolean => bytes.toString('latin1', 4, 4 + word.length) === word
  if (marker === 0xe2 && says('ICC_PROFILE\0')) return
  if (marker === 0xe0 && says('JFIF\0') && bytes.length >= 18 && !found.jfif) {
    found.jfif = true
    // The segment may contain a thumbnail, which shows the parts that were cropped away.
    if (bytes.length > 18) edits.replace(start, end, shortened(bytes, 18, [16, 17]))
    return
  }
  if (marker === 0xee && says('Adobe') && bytes.length >= 16 && !found.adobe) {
    found.adobe = true
    if (bytes.length > 16) edits.replace(start, end, shortened(bytes, 16, []))
    return
  }
  if (marker === 0xe1 && says('Exif\0\0') && !found.exif) {
    found.exif = true
    const orientation = orientationOf(bytes.subarray(10))
    if (orientation !== 1) {
      const least = exifSegment(orientation)
      if (!least.equals(bytes)) edits.replace(start, end, least)
      return
    }
  }
  edits.cut(start, end)
}

function shortened(segment: Buffer, length: number, zeroed: readonly number[]): Buffer {
  const bytes = Buffer.from(segment.subarray(0, length))
  bytes.writeUInt16BE(length - 2, 2)
  for (const at of zeroed) bytes[at] = 0
  return bytes
}

function exifSegment(orientation: number): Buffer {
  const tiff = orientationBlock(orientation)
  const head = Buffer.from([0xff, 0xe1, 0, 0, ...Buffer.from('Exif\0\0')])
  head.writeUInt16BE(head.length - 2 + tiff.length, 2)
  return Buffer.concat([head, tiff])
}
