import { devNull } from 'node:os'
import type { Metadata, SharpInput, SharpOptions } from 'sharp'
import { bad, messageOfError } from '../bad.ts'
import { type Bad, Damaged, type ImageFacts, type ImageType, type Source } from '../contract.ts'
import { openPicture, pictureBounds } from './open-picture.ts'
import { previewOf } from './poster.ts'
import { type SingleFrame, singleFrames } from './single-frames.ts'

const formats: Readonly<Record<ImageType, Metadata['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

const { maxSide, maxPixels, maxFrames, maxPixelsOfAllFrames } = pictureBounds
const number = (value: number): string => value.toLocaleString('en')

/**
 * Reads the header and then every pixel of every frame: bounds are checked before decoding, and properties are returned
 * after it.
 */
export async function examineImage(path: string, type: ImageType, source: Source): Promise<ImageFacts | Bad> {
  let header: Metadata
  try {
    header = await (await openPicture(path, { limitInputPixels: false, failOn: 'error' })).metadata()
  } catch (error) {
    return bad('media_unreadable', `The image header can’t be read (${messageOfError(error)}).`)
  }
  if (header.format !== formats[type]) {
    return bad('media_type_mismatch', `The file starts as ${type}, but its decoder finds ${header.format}.`)
  }
  const { width, height, pages = 1 } = header
  const frames: SingleFrame[] = []
  const refused = tooComplex(width, height, pages)
  if (refused !== null) return refused
  const own = pages > 1 || type === 'image/png' ? singleFrames(type, source) : []
  let pixels = 0
  for await (const frame of own) {
    frames.push(frame)
    pixels += frame.width * frame.height
    const reason = tooComplex(frame.width, frame.height, frames.length, pixels)
    if (reason !== null) return reason
  }
  let preview: string
  try {
    await decodeAll(path, type, pages, frames)
    preview = await previewOf(path)
  } catch (error) {
    if (error instanceof Damaged) return bad('media_unreadable', error.message)
    return bad('media_unreadable', `The image can’t be decoded to its end (${messageOfError(error)}).`)
  }
  const count = Math.max(pages, frames.length)
  const orientation = header.orientation ?? 1
  const lying = orientation >= 5 && orientation <= 8
  return {
    kind: 'image',
    contentType: type,
    width: lying ? height : width,
    height: lying ? width : height,
    frames: count,
    animated: count > 1,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    hasAlpha: header.hasAlpha,
    preview,
  }
}

async function decodeAll(path: string, type: ImageType, pages: number, frames: readonly SingleFrame[]): Promise<void> {
  if (type === 'image/webp' && pages === 1) await decodeShrunk(path)
  else if (type === 'image/gif') await decodeFully(path, { pages: -1 })
  else await decodeFully(path)
  for (const { bytes } of frames) if (bytes !== null) await decodeFully(await bytes())
}

/** Returns the refusal of an image that is too large to decode; null for any other. */
function tooComplex(width: number, height: number, frames: number, pixelsOfAll = width * height * frames): Bad | null {
  const size = `${number(width)} × ${number(height)} pixels`
  if (width > maxSide || height > maxSide)
    return bad('media_too_complex', `The image has ${size}. The limit is ${number(maxSide)} per side.`)
  if (width * height > maxPixels)
    return bad('media_too_complex', `The image has ${size}. The limit is ${number(maxPixels)} in total.`)
  if (frames > maxFrames)
    return bad('media_too_complex', `The animation has ${number(frames)} frames. The limit is ${number(maxFrames)}.`)
  if (pixelsOfAll > maxPixelsOfAllFrames)
    return bad(
      'media_too_complex',
      `The ${number(frames)} frames of the animation have ${number(pixelsOfAll)} pixels in total. The limit is ` +
        `${number(maxPixelsOfAllFrames)}.`,
    )
  return null
}

/** Phones put padding between the segments of a JPEG; decoders skip it with a warning. */
const harmless = /extraneous bytes before marker/
/** The encoder's message when the decoder has stopped. */
const consequence = /unable to write to target/

/**
 * Decodes every pixel of every frame and discards them: rows stream through an encoder without compression to the null
 * device, which needs only the memory of a few rows. Throws the decoder's message if it cannot read to the end.
 *
 * libvips either ignores warnings or treats them all as errors. Warnings report missing data, so they are errors here,
 * except for the one that real cameras cause: then the file is decoded again, and only errors count.
 */
async function decodeFully(input: SharpInput, options: SharpOptions = {}): Promise<void> {
  try {
    await decode(input, options)
  } catch (error) {
    if (!isHarmless(error)) throw error
    await decode(input, { ...options, failOn: 'error' })
  }
}

async function decode(input: SharpInput, options: SharpOptions): Promise<void> {
  const picture = await openPicture(input, options)
  await picture.png({ compressionLevel: 0, adaptiveFiltering: false }).toFile(devNull)
}

function isHarmless(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const lines = error.message.split('\n').filter((line) => line.trim() !== '' && !consequence.test(line))
  return lines.length > 0 && lines.every((line) => harmless.test(line))
}

/**
 * Decodes a still image whose decoder holds all of it in memory (WebP). It is shrunk while it is decoded, which reads
 * every byte and keeps few pixels.
 */
async function decodeShrunk(input: SharpInput): Promise<void> {
  const picture = await openPicture(input)
  await picture.resize(256, 256, { fit: 'inside', withoutEnlargement: true }).raw().toBuffer()
}
