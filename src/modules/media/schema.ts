import { z } from 'zod'
import { idOf, instant, pageQuery, text } from '#infra/http/schemas.ts'
import { altTextLengthMax, presignedAtOnceMax, tagLengthMax, tagsMax } from './limits.ts'
import { storagePathShape } from './links/links.ts'

const exampleToken = 'AQABmqWyfABwAIAAAAAAAAEBmqWyfADM3n7s1c0h6pJxkq9'
const exampleUrl = `https://posthorn.example.com/v1/media/proxy/${exampleToken}`
const examplePath = 'uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5'

const altText = text(0, altTextLengthMax).meta({
  description: 'A text that describes the picture for people who cannot see it.',
  examples: ['A lighthouse in the morning sun'],
})
const fileName = text(1, 1_000).meta({
  description: 'A name for display. Only the part after the last slash is stored.',
  examples: ['lighthouse.jpg'],
})
const contentType = text(1, 100).meta({ examples: ['image/jpeg'] })
const storagePath = z
  .string()
  .regex(storagePathShape, 'must be a `storagePath` that this API returned')
  .meta({ examples: [examplePath] })
const tag = text(0, 200)
  .trim()
  .min(1, { error: 'must not be blank', abort: true })
  .max(tagLengthMax)
  .meta({ examples: ['summer'] })
const tags = z
  .array(tag)
  .max(tagsMax)
  .transform((list) => [...new Set(list)])
  .meta({
    description: 'Duplicates are removed.',
    documentedAs: { type: 'array', items: { type: 'string' }, maxItems: tagsMax },
  })

export const uploadFields = z.strictObject({
  profileId: idOf('prof')
    .optional()
    .meta({ description: 'The profile for the file. The file then belongs to the owner of the profile.' }),
  altText: altText.optional(),
})

const announcedFile = z
  .strictObject({ fileName, contentType, profileId: idOf('prof').optional() })
  .meta({ id: 'AnnouncedFile', examples: [{ fileName: 'lighthouse.jpg', contentType: 'image/jpeg' }] })

export const presignBody = announcedFile
export const presignBatchBody = z.strictObject({ files: z.array(announcedFile).min(1).max(presignedAtOnceMax) }).meta({
  id: 'AnnouncedFiles',
  examples: [{ files: [{ fileName: 'lighthouse.jpg', contentType: 'image/jpeg' }] }],
})

export const promisedPlace = z
  .object({
    uploadUrl: z.string().meta({
      description: 'The URL for a PUT of the file, with the announced type as `Content-Type`.',
      examples: [`https://posthorn.example.com/v1/media/incoming/${exampleToken}`],
    }),
    storagePath,
    expiresAt: instant,
  })
  .meta({ id: 'PromisedPlace', description: 'An upload URL for one file.' })
export const promisedPlaces = z.object({ files: promisedPlace.array() }).meta({ id: 'PromisedPlaces' })

export const completeBody = z
  .strictObject({ storagePath })
  .meta({ id: 'CompleteUpload', examples: [{ storagePath: examplePath }] })

export const importBody = z
  .strictObject({
    url: text(1, 2_048)
      .refine(
        (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
        'must be a full URL such as https://example.com/lighthouse.jpg',
      )
      .meta({ format: 'uri', examples: ['https://example.com/lighthouse.jpg'] }),
    profileId: idOf('prof').optional(),
    altText: altText.optional(),
    fileName: fileName.optional(),
  })
  .meta({ id: 'ImportMedia', examples: [{ url: 'https://example.com/lighthouse.jpg' }] })

export const linkPath = z.strictObject({ token: z.string() })
export const mediaPath = z.strictObject({ id: idOf('media') })

const number = (description: string) => z.number().nullable().meta({ description })
const shape = {
  id: idOf('media'),
  url: z.string().meta({
    description: 'A URL that serves the file without a credential for 23 to 24 hours.',
    examples: [exampleUrl],
  }),
  storagePath: z.string().meta({ description: 'The name of the file in posts.', examples: [examplePath] }),
  fileName: z.string().meta({ examples: ['lighthouse.jpg'] }),
  size: z.int().meta({ description: 'The size in bytes, after location and camera data were removed.' }),
  contentType: z.string().meta({ description: 'The type of the bytes.', examples: ['image/jpeg'] }),
  width: number('The displayed width in pixels.'),
  height: number('The displayed height in pixels.'),
  durationMs: number('The duration of a video.'),
  animated: z.boolean().nullable().meta({ description: 'True for an animated picture; null for videos.' }),
  preview: z.string().nullable().meta({
    description: 'A tiny picture as a `data:` URL, to show while the file loads.',
  }),
  posterUrl: z.string().nullable().meta({ description: 'A URL of a still picture of a video.' }),
}

export const uploadResult = z.object(shape).meta({ id: 'UploadResult', description: 'An accepted file.' })

export const media = z
  .object({
    ...shape,
    codec: z
      .string()
      .nullable()
      .meta({ description: 'The codec of a video.', examples: ['avc1'] }),
    frameRate: number('The frame rate of a video, in frames per second.'),
    rotation: number('The degrees clockwise by which a player rotates a video.'),
    altText: z.string().nullable(),
    tags: z.string().array(),
    profileId: idOf('prof').nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Media', description: 'A file in the library.' })

export const mediaPage = z.object({ media: media.array(), nextCursor: z.string().nullable() }).meta({ id: 'MediaPage' })

export const mediaQuery = z.strictObject({
  profileId: idOf('prof').optional().meta({ description: 'Lists only files in this profile.' }),
  tag: text(1, tagLengthMax).optional().meta({ description: 'Lists only files with this tag.' }),
  ...pageQuery({ max: 100, fallback: 50 }),
})

export const changeMediaBody = z
  .strictObject({ altText: altText.nullable().optional(), tags: tags.optional() })
  .meta({ id: 'UpdateMedia', examples: [{ altText: 'A lighthouse in the morning sun', tags: ['summer'] }] })

export type UploadFields = z.output<typeof uploadFields>
export type AnnouncedFile = z.output<typeof announcedFile>
export type ImportWish = z.output<typeof importBody>
export type MediaListQuery = z.output<typeof mediaQuery>
export type MediaChanges = z.output<typeof changeMediaBody>
