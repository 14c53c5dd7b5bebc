import { type Container, Damaged, type Source } from '../contract.ts'
import { createEditList } from './edit-list.ts'
import { exactly } from './source.ts'

const maxTags = 20
const id3HeadBytes = 10
const id3v1Bytes = 128
const apeFootBytes = 32

/**
 * Reads an MP3 and returns the edits that remove its tags. The audio is a sequence of frames. Tags with names, places
 * and images come before the first frame (ID3v2) and after the last one (ID3v1, APE); players do not need them.
 */
export async function readMp3(source: Source): Promise<Container> {
  const edits = createEditList()
  const start = await endOfTagsBefore(source)
  const end = await startOfTagsAfter(source, start)
  const head = await exactly(source, start, 4, 'the first frame of the MP3')
  if (!isFrameHead(head) || end - start <= head.length)
    throw new Damaged(`The MP3 lacks a frame at byte ${start}, where the audio must begin.`)
  edits.cut(0, start)
  edits.cut(end, source.size)
  return { edits: edits.list() }
}

/** True for the first bytes of a frame of layer III, in a version that exists. */
const isFrameHead = (bytes: Buffer): boolean => {
  const [sync = 0, second = 0, third = 0] = bytes
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  return sync === 0xff && second >= 0xe0 && version !== 1 && layer === 1 && third >> 4 !== 15
}

async function endOfTagsBefore(source: Source): Promise<number> {
  let at = 0
  for (let tags = 0; tags < maxTags; tags += 1) {
    const head = await source.read(at, id3HeadBytes)
    if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < id3HeadBytes) return at
    // Only seven bits of each byte are used, so that no length looks like the beginning of a frame.
    const length = [6, 7, 8, 9].reduce((sum, nth) => sum * 128 + (head.readUInt8(nth) & 0x7f), 0)
    const hasFooter = (head.readUInt8(5) & 0x10) !== 0
    at += id3HeadBytes + length + (hasFooter ? id3HeadBytes : 0)
  }
  throw new Damaged(`The MP3 has more than ${maxTags} tags before its sound.`)
}

async function startOfTagsAfter(source: Source, start: number): Promise<number> {
  let end = source.size
  for (let tags = 0; tags < maxTags; tags += 1) {
    const length = (await id3v1Length(source, end)) || (await apeLength(source, end))
    if (length === 0 || end - length < start) return end
    end -= length
  }
  return end
}

async function id3v1Length(source: Source, end: number): Promise<number> {
  if (end < id3v1Bytes) return 0
  const mark = await source.read(end - id3v1Bytes, 3)
  return mark.toString('latin1') === 'TAG' ? id3v1Bytes : 0
}

async function apeLength(source: Source, end: number): Promise<number> {
  if (end < apeFootBytes) return 0
  const foot = await source.read(end - apeFootBytes, apeFootBytes)
  if (foot.toString('latin1', 0, 8) !== 'APETAGEX') return 0
  const hasHead = foot.readUInt32LE(20) >= 0x8000_0000
  return foot.readUInt32LE(12) + (hasHead ? apeFootBytes : 0)
}
