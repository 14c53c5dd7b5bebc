import { devNull } from 'node:os'
import type { SharpInput, SharpOptions } from 'sharp'
import { openPicture } from './open-picture.ts'

/** Phones put padding between the segments of a JPEG; decoders step over it, and say so as a warning. */
const harmless = /extraneous bytes before marker/
/** What the encoder adds when the decoder has given up. */
const consequence = /unable to write to target/

/**
 * Decodes every pixel of every frame, and forgets them: rows stream through an encoder that does not compress into
 * nothing, which needs no more memory than a few of them. Throws what the decoder says when it cannot read to the end.
 *
 * libvips counts a warning as good as none, or as an error. Warnings tell of data that is missing, so they are errors
 * to us; but for the one that real cameras cause, with which we look again and let only errors count.
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
 * The same for a still picture whose decoder holds all of it at once (WebP): shrunk while it is decoded, which reads
 * every byte and keeps few pixels.
 */
export async function decodeShrunk(input: SharpInput): Promise<void> {
  const picture = await openPicture(input)
  await picture.resize(256, 256, { fit: 'inside', withoutEnlargement: true }).raw().toBuffer()
}
