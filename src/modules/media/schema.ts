import { z } from 'zod'
import { idOf, instant, pageQuery, text } from '#infra/http/schemas.ts'
import { altTextLengthMax, presignedAtOnceMax, tagLengthMax, tagsMax } from './limits.ts'
import { storagePathShape } from './links/links.ts'

const exampleToken = 'AQABmqWyfABwAIAAAAAAAAEBmqWyfADM3n7s1c0h6pJxkq9'
const exampleUrl = `https://posthorn.example.com/v1/media/proxy/${exampleToken}`
const examplePath = 'uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5'

const altText = text(0, altTextLengthMax).meta({
  description: 'What is to be seen, for those who do not see it.',
  examples: ['A lighthouse in the morning sun'],
})
const fileName = text(1, 1_000).meta({
  description: 'For people; only what comes after its last slash is kept.',
  examples: ['lighthouse.jpg'],
})
const contentType = text(1, 100).meta({ examples: ['image/jpeg'] })
const storagePath = z
  .string()
  .regex(storagePathShape, 'must be a `storagePath` that was given out here')
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
    description: 'Each is kept once.',
    documentedAs: { type: 'array', items: { type: 'string' }, maxItems: tagsMax },
  })

export const uploadFields = z.strictObject({
  profileId: idOf('prof')
    .optional()
    .meta({ description: 'The profile that it is for; it then belongs to the owner of that.' }),
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
      description: 'PUT the file there, with the announced type as `Content-Type`.',
      examples: [`https://posthorn.example.com/v1/media/incoming/${exampleToken}`],
    }),
    storagePath,
    expiresAt: instant,
  })
  .meta({ id: 'PromisedPlace', description: 'A place for one file.' })
export const promisedPlaces = z.object({ files: promisedPlace.array() }).meta({ id: 'PromisedPlaces' })

export const completeBody = z
  .strictObject({ storagePath })
  .meta({ id: 'CompleteUpload', examples: [{ storagePath: examplePath }] })

export const importBody = z
  .strictObject({
    url: text(1, 2_048)
      .refine(
        (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
        'must be a whole address such as https://example.com/lighthouse.jpg',
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
    description: 'Anybody can read the file there, without a credential, for 23 to 24 hours.',
    examples: [exampleUrl],
  }),
  storagePath: z.string().meta({ description: 'Names the file in posts.', examples: [examplePath] }),
  fileName: z.string().meta({ examples: ['lighthouse.jpg'] }),
  size: z.int().meta({ description: 'In bytes, as it is kept: without what told about its maker.' }),
  contentType: z.string().meta({ description: 'What the bytes are.', examples: ['image/jpeg'] }),
  width: number('As shown, in pixels.'),
  height: number('As shown, in pixels.'),
  durationMs: number('Of a video.'),
  animated: z.boolean().nullable().meta({ description: 'Whether a picture moves; null for videos.' }),
  preview: z.string().nullable().meta({
    description: 'A tiny picture as a `data:` address, to be shown while the real one loads.',
  }),
  posterUrl: z.string().nullable().meta({ description: 'A still picture of a video.' }),
}

export const uploadResult = z.object(shape).meta({ id: 'UploadResult', description: 'A file that was taken.' })

export const media = z
  .object({
    ...shape,
    codec: z
      .string()
      .nullable()
      .meta({ description: 'Of a video.', examples: ['avc1'] }),
    frameRate: number('Of a video, in frames a second.'),
    rotation: number('Degrees clockwise that a player turns a video by.'),
    altText: z.string().nullable(),
    tags: z.string().array(),
    profileId: idOf('prof').nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Media', description: 'A file in the library.' })

export const mediaPage = z.object({ media: media.array(), nextCursor: z.string().nullable() }).meta({ id: 'MediaPage' })

export const mediaQuery = z.strictObject({
  profileId: idOf('prof').optional().meta({ description: 'Only what is for this profile.' }),
  tag: text(1, tagLengthMax).optional().meta({ description: 'Only what has this tag.' }),
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
