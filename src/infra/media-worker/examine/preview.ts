import type { SharpInput } from 'sharp'
import { openPicture } from './open-picture.ts'

const maxChars = 600
const tries = [
  { side: 16, quality: 40 },
  { side: 16, quality: 10 },
  { side: 8, quality: 10 },
  { side: 4, quality: 1 },
] as const

/** Makes a preview of a few pixels of the first frame, small enough to be part of every list of media. */
export async function previewOf(input: SharpInput): Promise<string> {
  for (const { side, quality } of tries) {
    // The file has been checked for damage already, so the decoder's warnings do not matter.
    const picture = await openPicture(input, { failOn: 'error' })
    const bytes = await picture
      .autoOrient()
      .resize(side, side, { fit: 'inside' })
      .webp({ quality, alphaQuality: quality, effort: 4 })
      .toBuffer()
    const preview = `data:image/webp;base64,${bytes.toString('base64')}`
    if (preview.length < maxChars) return preview
  }
  throw new Error('Four pixels do not fit into a preview.')
}
