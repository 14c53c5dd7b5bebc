import { type Container, Damaged, type Source } from '../contract.ts'
import { requireFewTracks } from '../limits/track-count.ts'
import { createEditList, type EditList } from './edit-list.ts'
import { type Chunk, chunkAt, riffAt } from './riff.ts'
import { exactly, isBlank } from './source.ts'

const maxChunks = 50_000
const maxRiffs = 1_000

/** The chunks that each list may contain; a nested list is identified by its form. All others are removed. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'AVI ': ['hdrl', 'movi', 'idx1'],
  AVIX: ['movi', 'idx1'],
  hdrl: ['avih', 'strl', 'odml'],
  strl: ['strh', 'strf', 'indx', 'vprp'],
  odml: ['dmlh'],
}

interface Found {
  header: boolean
  streams: number
  movie: boolean
  chunks: number
}

/**
 * Reads an AVI and returns the edits that remove its metadata. An AVI contains offsets into itself, so nothing may
 * move: a removed chunk becomes a JUNK chunk of the same length, filled with zeros. Old cameras write the place and
 * time of recording into separate chunks, and also into JUNK.
 */
export async function readAvi(source: Source): Promise<Container> {
  const edits = createEditList()
  const found: Found = { header: false, streams: 0, movie: false, chunks: 0 }
  let at = 0
  for (let count = 0; at < source.size; count += 1) {
    if (count > 0 && !(await isContinued(source, at))) break
    if (count >= maxRiffs) throw new Damaged(`The AVI has more than ${maxRiffs} parts.`)
    const { form, end } = await riffAt(source, at)
    if (form !== (count === 0 ? 'AVI ' : 'AVIX')) throw new Damaged('The file does not start with an AVI header.')
    await tidyList(source, edits, { form, start: at + 12, end }, found)
    at = Math.min(end + (end % 2), source.size)
  }
  if (!found.header || found.streams === 0) throw new Damaged('The AVI file lacks a header.')
  if (!found.movie) throw new Damaged('The AVI file contains no video: the movi list is missing.')
  edits.cut(at, source.size)
  return { edits: edits.list() }
}

/** True if another part follows, as in long videos. Anything else after the end is removed. */
async function isContinued(source: Source, at: number): Promise<boolean> {
  const head = await source.read(at, 12)
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'AVIX'
}

async function tidyList(
  source: Source,
  edits: EditList,
  list: { readonly form: string; readonly start: number; readonly end: number },
  found: Found,
): Promise<void> {
  let at = list.start
  while (at < list.end) {
    // A few bytes that contain no chunk are an encoder's padding.
    if (list.end - at < 8) {
      if (!(await isBlank(source, at, list.end))) edits.blank(at, list.end)
      return
    }
    found.chunks += 1
    if (found.chunks > maxChunks) throw new Damaged(`The AVI has more than ${maxChunks} chunks outside its video data.`)
    const chunk = await chunkAt(source, at, list.end)
    const form = chunk.name === 'LIST' ? (await exactly(source, chunk.dataStart, 4, 'a list')).toString('latin1') : null
    const name = form ?? chunk.name
    if (!kept[list.form]?.includes(name)) await junk(source, edits, chunk)
    else if (form !== null && form in kept) {
      await tidyList(source, edits, { form, start: chunk.dataStart + 4, end: chunk.dataEnd }, found)
    }
    if (name === 'strh') {
      await refuseData(source, chunk)
      requireFewTracks(++found.streams)
    }
    found.header ||= name === 'avih'
    found.movie ||= form === 'movi'
    at = chunk.end
  }
}

/**
 * Refuses streams other than video and audio: dashboard cameras store their position in a text stream among the frames.
 */
async function refuseData(source: Source, { start, dataStart }: Chunk): Promise<void> {
  const type = (await exactly(source, dataStart, 4, 'the header of a stream')).toString('latin1')
  if (type === 'vids' || type === 'auds' || type === 'iavs') return
  throw new Damaged(
    `The AVI file has a stream that is neither video nor audio (header at byte ${start}). Save it without that stream.`,
  )
}

async function junk(source: Source, edits: EditList, { name, start, dataStart, end }: Chunk): Promise<void> {
  if (name !== 'JUNK') edits.replace(start, start + 4, Buffer.from('JUNK'))
  if (!(await isBlank(source, dataStart, end))) edits.blank(dataStart, end)
}
