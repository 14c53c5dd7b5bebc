import { devNull } from 'node:os'
import type { SharpInput, SharpOptions } from 'sharp'
import { openPicture } from './open-picture.ts'

/** Phones put padding between the segments of a JPEG; decoders skip it with a warning. */
const harmless = /extraneous bytes before marker/
/** The encoder's message after the decoder has stopped. */
const consequence = /unable to write to target/

/**
 * Decodes every pixel of every frame and discards them: rows stream through an encoder without compression to the null
 * device, which needs the memory of a few rows. Throws the decoder's message when it cannot read to the end.
 *
 * libvips either ignores warnings or treats them all as errors. Warnings report missing data, so they are errors here,
 * except for the one that real cameras cause: then the file is decoded again, and only errors count.
 */
export async function decodeFully(input: SharpInput, options: SharpOptions = {}): Promise<void> {
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
 * Decodes a still picture whose decoder holds all of it at once (WebP). It is shrunk while it is decoded, which reads
 * every byte and keeps few pixels.
 */
export async function decodeShrunk(input: SharpInput): Promise<void> {
  const picture = await openPicture(input)
  await picture.resize(256, 256, { fit: 'inside', withoutEnlargement: true }).raw().toBuffer()
}
