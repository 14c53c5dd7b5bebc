import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { idOf, instant, nameText, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { oneLine } from '#kernel/text/one-line.ts'
import { tagLengthMax, tagsMax } from '../limits.ts'
import { altText, mediaShape, nullableNumber, storagePath } from '../schema.ts'

const tag = nameText(tagLengthMax).meta({ examples: ['summer'] })
const tags = z
  .array(tag)
  .max(tagsMax)
  .transform((list) => [...new Set(list)])
  .meta({
    description: 'Duplicates are removed.',
    documentedAs: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: tagLengthMax, pattern: oneLine.source },
      maxItems: tagsMax,
    },
  })

export const mediaPath = z.strictObject({ id: idOf('media') })

const source = z
  .object({
    provider: z.string().meta({ description: 'The ID of the provider.', examples: ['unsplash'] }),
    providerName: z.string().meta({ description: 'The provider’s name, for a credit.', examples: ['Unsplash'] }),
    author: z.string().meta({ description: 'The name of the photographer or creator.', examples: ['Annie Spratt'] }),
    authorUrl: z.string().nullable().meta({ description: 'The author’s page at the provider.' }),
    url: z.string().meta({ description: 'The page of the photo or GIF at the provider.' }),
    license: z.string().meta({ description: 'The name of the license or terms.', examples: ['Unsplash License'] }),
    licenseUrl: z
      .string()
      .meta({ description: 'The text of the license or terms.', examples: ['https://unsplash.com/license'] }),
  })
  .meta({
    id: 'MediaSource',
    description: 'The provider, author and license of a stock photo or GIF. Null for an uploaded file.',
  })

export const media = versioned(
  z
    .object({
      ...mediaShape,
      codec: z
        .string()
        .nullable()
        .meta({ description: 'The video’s codec.', examples: ['avc1'] }),
      frameRate: nullableNumber('The frame rate of a video, in frames per second.'),
      rotation: nullableNumber('The clockwise rotation that players apply to the video, in degrees.'),
      altText: z.string().nullable(),
      source: source.nullable(),
      tags: z.string().array(),
      profileId: idOf('prof').nullable(),
      authorUid: idOf('usr').nullable().meta({
        description: 'Who uploaded the file. Null for a file of an earlier version, and once the person is deleted.',
      }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'Media', description: 'A file in the library.' }),
)

export const mediaPage = z.object({ media: media.array(), ...pageFields }).meta({ id: 'MediaPage' })

const pathsMax = 100
/** One path or several, separated by commas or as a repeated parameter. */
const storagePaths = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((one) => one.split(',')))
  .pipe(z.array(storagePath).max(pathsMax))
  .meta({
    description: `Limits the list to files with one of these paths, at most ${pathsMax}.`,
    documentedAs: { type: 'array', items: { type: 'string' }, maxItems: pathsMax },
  })

export const mediaQuery = z.strictObject({
  profileId: idOf('prof').optional().meta({ description: 'Limits the list to files in this profile.' }),
  tag: text(1, tagLengthMax).optional().meta({ description: 'Limits the list to files with this tag.' }),
  label: text(1, 100).optional().meta({ description: 'The name of a label to match, in any case.' }),
  authorUid: idOf('usr').optional().meta({ description: 'Limits the list to files that this user uploaded.' }),
  storagePath: storagePaths.optional(),
  ...pageQuery({ max: 100, fallback: 50 }),
})

export const changeMediaBody = z
  .strictObject({ altText: altText.nullable().optional(), tags: tags.optional() })
  .meta({ id: 'UpdateMedia', examples: [{ altText: 'A lighthouse in the morning sun', tags: ['summer'] }] })

export type MediaListQuery = z.output<typeof mediaQuery>
export type MediaChanges = z.output<typeof changeMediaBody>
