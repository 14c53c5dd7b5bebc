import { z } from 'zod'
import { idOf, text } from '#infra/http/schemas.ts'
import { altTextLengthMax } from './limits.ts'
import { storagePathShape } from './links/links.ts'

export const exampleToken = 'AQABmqWyfABwAIAAAAAAAAEBmqWyfADM3n7s1c0h6pJxkq9'
const exampleUrl = `https://posthorn.example.com/v1/media/proxy/${exampleToken}`
export const examplePath = 'uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5'

export const altText = text(0, altTextLengthMax).meta({
  description: 'Describes the image for people who cannot see it.',
  examples: ['A lighthouse in the morning sun'],
})
export const fileName = text(1, 1_000).meta({
  description: 'A display name. Only the part after the last slash is stored.',
  examples: ['lighthouse.jpg'],
})
export const contentType = text(1, 100).meta({ examples: ['image/jpeg'] })
export const storagePath = z
  .string()
  .regex(storagePathShape, 'must be a `storagePath` that this API returned')
  .meta({ examples: [examplePath] })

export const linkPath = z.strictObject({ token: z.string() })
/** Returns a nullable number with its description. */
export const nullableNumber = (description: string) => z.number().nullable().meta({ description })
/** The fields of a file in every response. */
export const mediaShape = {
  id: idOf('media'),
  url: z.string().meta({
    description: 'A URL that serves the file without a credential for 23 to 24 hours.',
    examples: [exampleUrl],
  }),
  storagePath: z.string().meta({ description: 'Identifies the file in posts.', examples: [examplePath] }),
  fileName: z.string().meta({ examples: ['lighthouse.jpg'] }),
  size: z.int().meta({ description: 'The size in bytes, after location and camera data were removed.' }),
  contentType: z.string().meta({ description: 'The type detected from the file’s content.', examples: ['image/jpeg'] }),
  width: nullableNumber('The displayed width in pixels.'),
  height: nullableNumber('The displayed height in pixels.'),
  durationMs: nullableNumber('The duration of a video or audio file.'),
  pages: nullableNumber('The number of pages of a document.'),
  animated: z.boolean().nullable().meta({ description: 'True for an animated image. Null for other kinds of files.' }),
  preview: z.string().nullable().meta({
    description: 'A tiny preview image as a `data:` URL, to show while the file loads.',
  }),
  posterUrl: z.string().nullable().meta({ description: 'The URL of a still image of a video.' }),
}

export const uploadResult = z.object(mediaShape).meta({ id: 'UploadResult', description: 'An accepted file.' })
