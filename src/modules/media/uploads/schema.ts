import { z } from 'zod'
import { idOf, instant } from '#infra/http/schemas.ts'
import { presignedAtOnceMax } from '../limits.ts'
import { purposes } from '../receiving/families.ts'
import { altText, contentType, examplePath, exampleToken, fileName, storagePath } from '../schema.ts'

export const uploadFields = z.strictObject({
  profileId: idOf('prof')
    .optional()
    .meta({ description: 'The profile to add the file to. The file then belongs to the profile’s owner.' }),
  altText: altText.optional(),
})

const purpose = z.enum(purposes).meta({
  description:
    '`media` for images and videos, `document` for a PDF, which LinkedIn shows page by page, `audio` for audio.',
})
export const uploadQuery = z.strictObject({ purpose: purpose.default('media') })

const announcedFile = z
  .strictObject({ fileName, contentType, profileId: idOf('prof').optional(), purpose: purpose.default('media') })
  .meta({ id: 'AnnouncedFile', examples: [{ fileName: 'lighthouse.jpg', contentType: 'image/jpeg' }] })

export const presignBody = announcedFile
export const presignBatchBody = z.strictObject({ files: z.array(announcedFile).min(1).max(presignedAtOnceMax) }).meta({
  id: 'AnnouncedFiles',
  examples: [{ files: [{ fileName: 'lighthouse.jpg', contentType: 'image/jpeg' }] }],
})

export const promisedPlace = z
  .object({
    uploadUrl: z.string().meta({
      description: 'The URL to PUT the file to, with the declared type as `Content-Type`.',
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

export type UploadFields = z.output<typeof uploadFields>
export type AnnouncedFile = z.output<typeof announcedFile>
