import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type HostileFile, refused } from './hostile-file.ts'
import { extendedWebp, jpegSegment, pngChunk, riffChunk, withJpegSegments, withPngChunks } from './pieces.ts'

/**
 * Small files that take libraries seconds or minutes to read. Images whose metadata is the cause are accepted, since it
 * is removed first. Files with more tracks than any real one are refused before a library reads them.
 */
export async function slowFiles(): Promise<readonly HostileFile[]> {
  return [...(await slowPictures()), ...(await manyTracks())]
}

/**
 * Returns an EXIF block whose entries all point back to its beginning: libraries that follow them do so at each level.
 */
function loopingTiff(entries: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + entries * 12 + 4)
  tiff.write('II', 'latin1')
  tiff.writeUInt16LE(42, 2)
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(entries, 8)
  for (let nth = 0; nth < entries; nth++) {
    const at = 10 + nth * 12
    tiff.writeUInt16LE(0x8769, at)
    tiff.writeUInt16LE(4, at + 2)
    tiff.writeUInt32LE(1, at + 4)
    tiff.writeUInt32LE(8, at + 8)
  }
  return tiff
}

async function slowPictures(): Promise<readonly HostileFile[]> {
  const create = { width: 640, height: 480, channels: 3 as const, background: '#4080a0' }
  const picture = () => sharp({ create })
  // A JPEG segment holds at most 64 KiB.
  const tiff = loopingTiff(5_376)
  const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]))
  const webp = extendedWebp(await picture().webp().toBuffer(), 0x08, 640, 480, riffChunk('EXIF', tiff))
  const of = (name: string, extension: string, declared: string, bytes: Buffer): HostileFile => ({
    name,
    fileName: `slow.${extension}`,
    declared,
    bytes,
    expect: 'cleaned',
    why: 'its EXIF data contains a loop',
    mustNotLeave: [tiff.toString('latin1', 10, 34)],
  })
  return [
    of('jpeg with looping exif', 'jpg', 'image/jpeg', withJpegSegments(await picture().jpeg().toBuffer(), exif)),
    of(
      'png with looping exif',
      'png',
      'image/png',
      withPngChunks(await picture().png().toBuffer(), pngChunk('eXIf', tiff)),
    ),
    of('webp with looping exif', 'webp', 'image/webp', webp),
  ]
}

async function manyTracks(): Promise<readonly HostileFile[]> {
  const seed = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'seeds', name))
  const why = 'it has more tracks than any video'
  const [mp4, mov, avi, webm] = [
    await seed('film.mp4'),
    await seed('film.mov'),
    await seed('film.avi'),
    await seed('film-live.webm'),
  ]
  const sound = Buffer.from(mp4)
  sound.write('M4A ', 8, 'latin1')
  return [
    refused('webm with 10,000 tracks', 'slow.webm', 'video/webm', webmWithTracks(webm, 10_000), why),
    refused('mp4 with 10,000 tracks', 'slow.mp4', 'video/mp4', mp4WithTracks(mp4, 10_000), why),
    refused('mov with 10,000 tracks', 'slow.mov', 'video/quicktime', mp4WithTracks(mov, 10_000), why),
    refused('m4a with 10,000 tracks', 'slow.m4a', 'audio/mp4', mp4WithTracks(sound, 10_000), why),
    refused('avi with 10,000 streams', 'slow.avi', 'video/x-msvideo', aviWithStreams(avi, 10_000), why),
  ]
}

const times = (bytes: Buffer, count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => bytes))

/**
 * Repeats the first track. Needs a file written by a live recorder: its Segment extends to the end of the file. The
 * track IDs are also
 * in the index before them.
 */
function webmWithTracks(webm: Buffer, count: number): Buffer {
  const tracksAt = webm.lastIndexOf(Buffer.from('1654ae6b', 'hex'))
  const tracks = lengthAt(webm, tracksAt + 4)
  const track = lengthAt(webm, tracks.dataAt + 1)
  const entry = webm.subarray(tracks.dataAt, track.dataAt + track.length)
  const entries = times(entry, count)
  const head = Buffer.alloc(12)
  webm.copy(head, 0, tracksAt, tracksAt + 4)
  head.writeBigUInt64BE((0x01n << 56n) | BigInt(entries.length), 4)
  return Buffer.concat([webm.subarray(0, tracksAt), head, entries, webm.subarray(tracks.dataAt + tracks.length)])
}

/** Reads a WebM length: the leading zeros of the first byte say how many bytes follow. */
function lengthAt(bytes: Buffer, at: number): { readonly length: number; readonly dataAt: number } {
  const first = bytes.readUInt8(at)
  const more = Math.clz32(first) - 24
  let length = first & (0x7f >> more)
  for (let nth = 1; nth <= more; nth++) length = length * 256 + bytes.readUInt8(at + nth)
  return { length, dataAt: at + 1 + more }
}

/** Repeats the first track. */
function mp4WithTracks(mp4: Buffer, count: number): Buffer {
  const moovAt = mp4.indexOf('moov') - 4
  const trakAt = mp4.indexOf('trak') - 4
  const traks = times(mp4.subarray(trakAt, trakAt + mp4.readUInt32BE(trakAt)), count)
  const bytes = Buffer.concat([mp4.subarray(0, trakAt), traks, mp4.subarray(trakAt)])
  bytes.writeUInt32BE(mp4.readUInt32BE(moovAt) + traks.length, moovAt)
  return bytes
}

/** Repeats the first stream's header. */
function aviWithStreams(avi: Buffer, count: number): Buffer {
  const hdrlAt = avi.indexOf('hdrl') - 8
  const strlAt = avi.indexOf('strl') - 8
  const streams = times(avi.subarray(strlAt, strlAt + 8 + avi.readUInt32LE(strlAt + 4)), count)
  const bytes = Buffer.concat([avi.subarray(0, strlAt), streams, avi.subarray(strlAt)])
  bytes.writeUInt32LE(avi.readUInt32LE(4) + streams.length, 4)
  bytes.writeUInt32LE(avi.readUInt32LE(hdrlAt + 4) + streams.length, hdrlAt + 4)
  return bytes
}
