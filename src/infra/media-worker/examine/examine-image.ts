import type { Metadata } from 'sharp'
import { bad, messageOfError } from '../bad.ts'
import { type Bad, Damaged, type ImageFacts, type ImageType, type Source } from '../contract.ts'
import { decodeFully, decodeShrunk } from './decode-fully.ts'
import { openPicture, pictureBounds } from './open-picture.ts'
import { previewOf } from './preview.ts'
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
 * Reads the header and then every pixel of every frame: bounds are checked before decoding, and facts are returned
 * after it.
 */
export async function examineImage(path: string, type: ImageType, source: Source): Promise<ImageFacts | Bad> {
  let header: Metadata
  try {
    header = await (await openPicture(path, { limitInputPixels: false, failOn: 'error' })).metadata()
  } catch (error) {
    return bad('media_unreadable', `The image header cannot be read (${messageOfError(error)}).`)
  }
  if (header.format !== formats[type]) {
    return bad('media_type_mismatch', `The file begins as ${type}, but its decoder finds ${header.format}.`)
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
    return bad('media_unreadable', `The image cannot be decoded to its end (${messageOfError(error)}).`)
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

/** Returns the refusal of a picture that is too large to decode; null when it is not. */
function tooComplex(width: number, height: number, frames: number, pixelsOfAll = width * height * frames): Bad | null {
  const size = `${number(width)} × ${number(height)} pixels`
  if (width > maxSide || height > maxSide)
    return bad('media_too_complex', `The image has ${size}; the limit is ${number(maxSide)} per side.`)
  if (width * height > maxPixels)
    return bad('media_too_complex', `The image has ${size}; the limit is ${number(maxPixels)} in total.`)
  if (frames > maxFrames)
    return bad('media_too_complex', `The animation has ${number(frames)} frames; the limit is ${number(maxFrames)}.`)
  if (pixelsOfAll > maxPixelsOfAllFrames)
    return bad(
      'media_too_complex',
      `The ${number(frames)} frames of the animation have ${number(pixelsOfAll)} pixels in total; the limit is ` +
        `${number(maxPixelsOfAllFrames)}.`,
    )
  return null
}
