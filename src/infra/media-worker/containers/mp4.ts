import { type Container, Damaged, type Source } from '../contract.ts'
import { requireFewTracks } from '../limits/track-count.ts'
import { createEditList, type EditList } from './edit-list.ts'
import { type Box, boxAt, boxesIn, boxNamed, joinSpans, type Span, samplesOf } from './mp4-samples.ts'
import { exactly, isBlank } from './source.ts'

const maxBoxes = 500_000

/** The boxes that each box may keep. Boxes that are a key here are searched. */
const kept: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'pdin', 'wide'],
  moov: ['mvhd', 'iods', 'trak', 'mvex'],
  trak: ['tkhd', 'tref', 'trgr', 'edts', 'mdia', 'tapt', 'load'],
  mdia: ['mdhd', 'hdlr', 'elng', 'minf'],
  minf: ['vmhd', 'smhd', 'nmhd', 'sthd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps', 'stsh', 'sdtp'],
    ...['sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'padb', 'stdp'],
  ],
  edts: ['elst'],
  tapt: ['clef', 'prof', 'enof'],
  mvex: ['mehd', 'trex', 'trep', 'leva'],
  mfra: ['tfra', 'mfro'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'sdtp'],
}
const playedTracks = new Set(['vide', 'soun', 'auxv', 'clcp'])

interface Reading {
  readonly source: Source
  readonly edits: EditList
  readonly films: Box[]
  readonly unplayed: Box[]
  boxes: number
  tracks: number
}

/**
 * Reads an MP4 or QuickTime file and returns the edits that remove its metadata. A box that playback does not need
 * becomes a `free` box of the same length, filled with zeros: tables of offsets stay valid, and a video of 500 MB is
 * edited in place. The boxes to keep are listed, so a manufacturer's own box with a position in it is removed although
 * we do not know its name. Tracks other than video and audio are removed with their samples, because action cameras,
 * drones and phones store their position there.
 */
export async function readMp4(source: Source): Promise<Container> {
  const reading: Reading = { source, edits: createEditList(), films: [], unplayed: [], boxes: 0, tracks: 0 }
  let hasIndex = false
  let at = 0
  while (at < source.size) {
    const box = await boxAt(source, at, source.size)
    const isWhole = hasIndex && reading.films.length > 0
    const isKnown = !('why' in box) && kept.file?.includes(box.type)
    if ('why' in box ? isWhole && !(await namesKnownBox(source, at)) : !isKnown && (await endsFile(source, box))) {
      reading.edits.cut(at, source.size)
      break
    }
    if ('why' in box) throw new Damaged(box.why)
    if (box.type === 'moov' && hasIndex)
      throw new Damaged(`A second index (moov) is at byte ${at}; a video has only one.`)
    await tidy(reading, box, 'file')
    hasIndex ||= box.type === 'moov'
    if (box.type === 'mdat') reading.films.push(box)
    at = box.end
  }
  if (!hasIndex) throw new Damaged('The video has no index: the moov box is missing. The file may be truncated.')
  if (reading.films.length === 0) throw new Damaged('The video contains no media data: the mdat box is missing.')
  await blankSamples(reading)
  return { edits: reading.edits.list() }
}

/**
 * True if a known box begins here: if it does not fit, the video is truncated. Anything else after a complete video
 * does not belong to it.
 */
async function namesKnownBox(source: Source, at: number): Promise<boolean> {
  const head = await source.read(at, 8)
  return head.length === 8 && (kept.file?.includes(head.toString('latin1', 4, 8)) ?? false)
}

/** True if a box declares no length and extends to the end of the file. */
async function endsFile(source: Source, box: Box): Promise<boolean> {
  return (await exactly(source, box.start, 4, 'a box')).readUInt32BE() === 0
}

async function tidy(reading: Reading, box: Box, parent: string): Promise<void> {
  const { source, edits } = reading
  reading.boxes += 1
  if (reading.boxes > maxBoxes) throw new Damaged(`The video has more than ${maxBoxes} boxes.`)
  refuseForeign(box)
  if (!kept[parent]?.includes(box.type)) return free(source, edits, box)
  if (box.type === 'trak') requireFewTracks(++reading.tracks)
  if (box.type === 'trak' && !playedTracks.has(await handlerOf(source, box))) {
    reading.unplayed.push(box)
    return free(source, edits, box)
  }
  if (box.type === 'mvhd' || box.type === 'tkhd' || box.type === 'mdhd') await blankTimes(source, edits, box)
  else if (box.type === 'tfhd') await refuseUnplayed(reading, box)
  else if (box.type === 'dref') await checkReferences(source, edits, box)
  else if (box.type === 'stsd') await checkDescriptions(source, box)
  else if (box.type === 'stco' || box.type === 'co64') await checkOffsets(source, box)
  else if (box.type in kept) {
    for await (const inner of boxesIn(source, box.dataStart, box.end)) await tidy(reading, inner, box.type)
  }
}

function refuseForeign({ type, start }: Box): void {
  if (type === 'rmra')
    throw new Damaged(`The file only refers to another URL (rmra box at byte ${start}) and contains no video.`)
  if (type === 'cmov')
    throw new Damaged(`The video’s index is compressed (cmov box at byte ${start}). Save it uncompressed.`)
}

/**
 * Refuses a fragment of a removed track. In a fragmented video the samples of a track are spread over the whole file,
 * and are not searched for.
 */
async function refuseUnplayed({ source, unplayed }: Reading, fragment: Box): Promise<void> {
  const trackId = (await exactly(source, fragment.dataStart, 8, 'a fragment')).readUInt32BE(4)
  for (const track of unplayed) {
    const header = await boxNamed(source, track, 'tkhd')
    const version = header && (await exactly(source, header.dataStart, 1, 'a header')).readUInt8()
    const idAt = header && header.dataStart + (version === 1 ? 20 : 12)
    if (idAt === null || (await exactly(source, idAt, 4, 'a header')).readUInt32BE() !== trackId) continue
    throw new Damaged(
      'The video is fragmented and has a track that is neither video nor audio. Save it without that track, or as ' +
        'an unfragmented MP4.',
    )
  }
}

async function free(source: Source, edits: EditList, { type, start, dataStart, end }: Box): Promise<void> {
  if (type !== 'free' && type !== 'skip') edits.replace(start + 4, start + 8, Buffer.from('free'))
  if (!(await isBlank(source, dataStart, end))) edits.blank(dataStart, end)
}

async function handlerOf(source: Source, track: Box): Promise<string> {
  const media = await boxNamed(source, track, 'mdia')
  const handler = media && (await boxNamed(source, media, 'hdlr'))
  if (!handler) throw new Damaged(`The track at byte ${track.start} does not state whether it is video or audio.`)
  return (await exactly(source, handler.dataStart, 12, 'a handler')).toString('latin1', 8, 12)
}

/** Blanks the times in a header, which reveal when the video was recorded. */
async function blankTimes(source: Source, edits: EditList, { dataStart, end }: Box): Promise<void> {
  const version = (await exactly(source, dataStart, 1, 'a header')).readUInt8()
  const until = dataStart + 4 + (version === 1 ? 16 : 8)
  if (until > end) throw new Damaged(`The header at byte ${dataStart} is cut off.`)
  if (!(await isBlank(source, dataStart + 4, until))) edits.blank(dataStart + 4, until)
}

/**
 * Refuses references to other files. A video may name a file elsewhere instead of containing the bytes, and a player
 * would fetch it.
 */
async function checkReferences(source: Source, edits: EditList, box: Box): Promise<void> {
  let count = 0
  for await (const entry of boxesIn(source, box.dataStart + 8, box.end)) {
    count += 1
    if (count > 1_000) throw new Damaged('The video has more than 1,000 data references.')
    const flags = (await exactly(source, entry.dataStart, 4, 'a data reference')).readUInt32BE() & 0xff_ffff
    if (flags % 2 === 0) {
      throw new Damaged(
        `The video refers to another file or URL (box "${entry.type.trim()}" at byte ${entry.start}). All of its ` +
          `data must be in the file.`,
      )
    }
    if (!(await isBlank(source, entry.dataStart + 4, entry.end))) edits.blank(entry.dataStart + 4, entry.end)
  }
}

async function checkDescriptions(source: Source, box: Box): Promise<void> {
  let count = 0
  for await (const entry of boxesIn(source, box.dataStart + 8, box.end)) {
    count += 1
    if (count > 1_000) throw new Damaged('A track of the video has more than 1,000 descriptions.')
    if (/^(?:enc[vatsm]|drm[is])$/.test(entry.type))
      throw new Damaged('The video is encrypted. Use an unprotected file.')
  }
}

async function checkOffsets(source: Source, { type, start, dataStart, end }: Box): Promise<void> {
  const width = type === 'co64' ? 8 : 4
  const count = (await exactly(source, dataStart + 4, 4, 'a table of offsets')).readUInt32BE()
  if (count * width > end - dataStart - 8)
    throw new Damaged(`The table of offsets at byte ${start} says it has ${count} entries; there is no room for them.`)
  for (const index of count === 0 ? [] : [0, count - 1]) {
    const bytes = await exactly(source, dataStart + 8 + index * width, width, 'a table of offsets')
    const offset = width === 8 ? Number(bytes.readBigUInt64BE()) : bytes.readUInt32BE()
    if (offset >= source.size)
      throw new Damaged(`The video has a part at byte ${offset}, but the file ends at byte ${source.size}.`)
  }
}

/** Blanks samples only within the video's own data boxes, so that no table of samples can blank other bytes. */
async function blankSamples({ source, edits, films, unplayed }: Reading): Promise<void> {
  const spans: Span[] = []
  for (const track of unplayed) for (const span of await samplesOf(source, track)) spans.push(span)
  // Tracks may share samples.
  for (const { start, end } of joinSpans(spans)) {
    const within = films.some((film) => start >= film.dataStart && end <= film.end)
    if (within && !(await isBlank(source, start, end))) edits.blank(start, end)
  }
}
