import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ImageType, VideoType } from '#infra/media-worker/contract.ts'
import {
  animatedWebp,
  apng,
  box,
  extendedWebp,
  gifExtension,
  jpegSegment,
  locatedTiff,
  pngChunk,
  riffChunk,
  withJpegSegments,
  withPngChunks,
} from './pieces.ts'

/** A text that is in all metadata of a sample and nowhere else. */
export const marker = 'marker-of-a-place'
export const position = '+48.8577+002.2950'

export interface Sample {
  readonly name: string
  readonly extension: string
  readonly contentType: ImageType | VideoType
  readonly bytes: Buffer
  /** The EXIF orientation of an image. */
  readonly orientation: number
}

/** Returns valid files of each format, full of metadata: small, and the same in every run. */
export async function samples(): Promise<readonly Sample[]> {
  return [...(await pictures()), ...(await films())]
}

async function pictures(): Promise<readonly Sample[]> {
  const width = 24
  const height = 16
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 37 + (at >> 3) * 11) & 255))
  const picture = () => sharp(pixels, { raw: { width, height, channels: 3 } })
  const profiled = await picture().withIccProfile('p3').jpeg({ quality: 70 }).toBuffer()
  const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), locatedTiff(6, marker)]))
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><d>${marker}</d></x:xmpmeta>`
  const segments = [
    exif,
    jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`),
    jpegSegment(0xed, `Photoshop 3.0\0 8BIM ${marker}`),
    jpegSegment(0xe2, `MPF\0${marker}`),
    jpegSegment(0xfe, marker),
  ]
  const progressive = await picture().jpeg({ progressive: true, quality: 60 }).toBuffer()
  const plainPng = await picture().png().toBuffer()
  const plainWebp = await picture().webp({ lossless: true }).toBuffer()
  const lossyWebp = await picture().webp({ quality: 50 }).toBuffer()
  const frames = await sharp(Buffer.concat([pixels, pixels.toReversed()]), {
    raw: { width, height: height * 2, channels: 3, pageHeight: height },
  })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer()
  const texts = [
    pngChunk('eXIf', locatedTiff(8, marker)),
    pngChunk('tEXt', `Comment\0${marker}`),
    pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`),
    pngChunk('tIME', Buffer.from([7, 234, 5, 4, 3, 2, 1])),
    pngChunk('puRP', marker),
  ]
  const gifComment = [gifExtension(0xfe, marker), gifExtension(0xff, 'XMP DataXMP', marker)]
  const gifStart = 13 + 3 * 2 ** (((frames[10] ?? 0) & 7) + 1)
  const marked = Buffer.concat([frames.subarray(0, gifStart), ...gifComment, frames.subarray(gifStart)])
  const exifAndXmp = [riffChunk('EXIF', locatedTiff(3, marker)), riffChunk('XMP ', xmp), riffChunk('WHAT', marker)]
  const tail = Buffer.from(`trailing ${marker}`)
  const of = (name: string, contentType: ImageType, bytes: Buffer, orientation = 1): Sample => ({
    name,
    extension: contentType.slice(6).replace('jpeg', 'jpg'),
    contentType,
    bytes: Buffer.concat([bytes, tail]),
    orientation,
  })
  return [
    of('jpeg', 'image/jpeg', withJpegSegments(profiled, ...segments), 6),
    of('jpeg-progressive', 'image/jpeg', withJpegSegments(progressive, ...segments.slice(1))),
    of('png', 'image/png', withPngChunks(plainPng, ...texts), 8),
    of('png-animated', 'image/png', withPngChunks(apng(3), ...texts.slice(1))),
    of('gif', 'image/gif', marked),
    of('webp', 'image/webp', extendedWebp(plainWebp, 0x0c, width, height, ...exifAndXmp), 3),
    of('webp-plain', 'image/webp', lossyWebp),
    of('webp-animated', 'image/webp', animatedWebp(lossyWebp, width, height, 3)),
  ]
}

async function films(): Promise<readonly Sample[]> {
  const of = async (fileName: string, contentType: VideoType): Promise<Sample> => ({
    name: fileName.replace('.', '-'),
    extension: fileName.split('.')[1]!,
    contentType,
    bytes: await readFile(join(import.meta.dirname, 'seeds', fileName)),
    orientation: 1,
  })
  const mp4 = await of('film.mp4', 'video/mp4')
  const around = [box('uuid', marker), box('free', marker), box('GPS ', position)]
  return [
    { ...mp4, name: 'film-mp4-with-boxes', bytes: Buffer.concat([mp4.bytes, ...around]) },
    mp4,
    await of('film.mov', 'video/quicktime'),
    await of('film-in-fragments.mp4', 'video/mp4'),
    await of('film.webm', 'video/webm'),
    await of('film-live.webm', 'video/webm'),
    await of('film.avi', 'video/x-msvideo'),
  ]
}
